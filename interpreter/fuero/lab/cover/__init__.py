"""Coverage of a ruleset: what of it worked examples and random matches came by.

`nodes` holds the forms, `rows` says what there is, `watch` sees what one play came by, `play` plays, `report` tells.
"""
