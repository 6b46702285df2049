"""Every code that a message can carry, with its title, explanation, a bad and a good example.

`explain CODE` and the documentation print from here.
"""

from fuero.messages.registry.entry import Entry

REGISTRY: dict[str, Entry] = {}
