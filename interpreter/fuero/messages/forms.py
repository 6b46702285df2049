"""`dataclass` for the forms: the standard one, made in a quarter of the time.

A form has more than a hundred classes, and a command that answers in half a second cannot spend a third of it on making them.
In: a class as for `dataclasses.dataclass(frozen=True, slots=True)`. Out: a class that `dataclasses.fields`, `replace` and
`is_dataclass` know, frozen and slotted, that compares, hashes, prints, pickles and matches as the standard one does (a test holds
the two side by side). Type checkers see the standard one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from dataclasses import MISSING, FrozenInstanceError
    from operator import attrgetter

    def dataclass(cls=None, /, *, frozen=True, slots=True, kw_only=False):
        """As the standard decorator; forms are always frozen and slotted."""
        if not (frozen and slots):
            raise TypeError("a form is frozen and slotted")
        return (lambda c: _made(c, kw_only)) if cls is None else _made(cls, kw_only)

    def _made(cls, kw_only):
        if cls.__doc__ is None:
            cls.__doc__ = cls.__name__  # else the standard one works out a signature to put there
        cls.__setattr__, cls.__delattr__ = _refuse_set, _refuse_delete
        cls.__getstate__, cls.__setstate__ = _state, _restore
        cls.__repr__ = _printed
        made = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(cls)
        fields = dataclasses.fields(made)
        made.__init__ = _init(made.__qualname__, fields)
        compared = tuple(f.name for f in fields if f.compare)
        made.__eq__, made.__hash__ = _comparing(compared)
        return made

    def _init(name, fields):
        """`__init__` as the standard one writes it for a frozen class."""
        env = {"_set": object.__setattr__, "MISSING": MISSING}
        positional = [_param(f, env) for f in fields if f.init and not f.kw_only]
        named = [_param(f, env) for f in fields if f.init and f.kw_only]
        params = ", ".join(["self", *positional, *(["*", *named] if named else [])])
        body = [f" _set(self, {f.name!r}, {_value(f)})" for f in fields if f.init or f.default_factory is not MISSING]
        exec(f"def __init__({params}):\n" + ("\n".join(body) or " pass"), env)
        made = env["__init__"]
        made.__qualname__ = f"{name}.__init__"
        return made

    def _param(field, env):
        if field.default is not MISSING:
            env[f"_default_{field.name}"] = field.default
            return f"{field.name}=_default_{field.name}"
        if field.default_factory is not MISSING:
            env[f"_make_{field.name}"] = field.default_factory
            return f"{field.name}=MISSING"
        return field.name

    def _value(field):
        if field.default_factory is not MISSING:
            return f"_make_{field.name}() if {field.name} is MISSING else {field.name}"
        return field.name

    def _comparing(names):
        """Equality and hash over these fields; a field alone stands for a tuple of one."""
        values = attrgetter(*names) if names else _nothing

        def __eq__(self, other):
            if self is other:
                return True
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        def __hash__(self):
            return hash(values(self))

        return __eq__, __hash__

    def _nothing(form):
        """What two forms without fields to compare have in common."""
        return 0

    def _refuse_set(self, name, value):
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def _refuse_delete(self, name):
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def _printed(self):
        said = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
        return f"{self.__class__.__qualname__}({said})"

    def _state(self):
        return [getattr(self, f.name) for f in dataclasses.fields(self)]

    def _restore(self, state):
        for field, value in zip(dataclasses.fields(self), state, strict=True):
            object.__setattr__(self, field.name, value)
