"""Converts Python annotations to JSON Schema 2020-12."""

import collections
import collections.abc
import dataclasses
import datetime
import decimal
import enum
import inspect
import ipaddress
import pathlib
import types
import typing
import uuid

from . import keys, pydantic_types
from .definitions import Definitions

PLAIN = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    bytes: {"type": "string", "contentEncoding": "base64"},
    bytearray: {"type": "string", "contentEncoding": "base64"},
    datetime.datetime: {"type": "string", "format": "iso-date-time"},
    datetime.date: {"type": "string", "format": "date"},
    datetime.time: {"type": "string", "format": "iso-time"},
    datetime.timedelta: {"type": "number", "description": "Seconds"},
    uuid.UUID: {"type": "string", "format": "uuid"},
    decimal.Decimal: {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$"},
    pathlib.Path: {"type": "string"},
    pathlib.PurePath: {"type": "string"},
    ipaddress.IPv4Address: {"type": "string", "format": "ipv4"},
    ipaddress.IPv6Address: {"type": "string", "format": "ipv6"},
    ipaddress.IPv4Network: {"type": "string"},
    ipaddress.IPv6Network: {"type": "string"},
}

_LISTS = (list, collections.abc.Sequence, collections.abc.Iterable, collections.abc.Collection, collections.abc.MutableSequence)
_ITERATORS = (
    collections.abc.Iterator,
    collections.abc.Generator,
    collections.abc.AsyncIterator,
    collections.abc.AsyncIterable,
    collections.abc.AsyncGenerator,
)
_SETS = (set, frozenset, collections.abc.Set, collections.abc.MutableSet)
MAPS = (
    dict,
    collections.OrderedDict,
    collections.defaultdict,
    collections.Counter,
    collections.abc.Mapping,
    collections.abc.MutableMapping,
)
UNIONS = (typing.Union, getattr(types, "UnionType", typing.Union))


class NoSchema(Exception):
    """Raised for an annotation that has no schema."""


def is_typed_dict(hint):
    return isinstance(hint, type) and issubclass(hint, dict) and hasattr(hint, "__total__")


def is_named_tuple(hint):
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def is_pydantic(hint):
    return isinstance(hint, type) and (hasattr(hint, "model_json_schema") or (hasattr(hint, "schema") and hasattr(hint, "parse_obj")))


# Types whose JSON form this module defines. Pydantic only checks the values after they were converted.
_OWN_FORMS = (bytes, bytearray, datetime.timedelta)
_QUALIFIERS = ("Required", "NotRequired", "ReadOnly")
_PLAIN_IN_UNIONS = (str, int, float, bool, type(None))

_hints = {}


def hints_of(owner):
    """Returns the annotations of a function or class. Strings and forward references are resolved, and
    `Annotated` is kept. A second call returns the same objects, because other caches use their ids.
    """
    if owner not in _hints:
        _hints[owner] = typing.get_type_hints(owner, include_extras=True)
    return _hints[owner]


def qualifier_of(hint):
    """Returns the name `Required`, `NotRequired` or `ReadOnly` if the type has this qualifier, or None. The
    qualifier may come from any module, such as `typing_extensions`.
    """
    name = getattr(typing.get_origin(hint), "_name", None) or getattr(typing.get_origin(hint), "__name__", None)
    return name if name in _QUALIFIERS else None


def alias_target(hint):
    """Returns the type behind a `NewType` or a `type` statement, or None."""
    return getattr(hint, "__supertype__", None) or (getattr(hint, "__value__", None) if not isinstance(hint, type) else None)


def is_bare(hint):
    """Whether an annotation is a type of `typing` without parameters, such as `List` or `Dict`."""
    origin = typing.get_origin(hint)
    return isinstance(origin, type) and not typing.get_args(hint) and (origin is not tuple or hint is typing.Tuple)


def iterator_items(hint):
    """Returns a tuple with the item type if a result is an iterator. Otherwise returns None. The items of an
    iterator are collected into a list.
    """
    args = typing.get_args(hint)
    return (args[0] if args else typing.Any,) if _is_iterator(hint) else None


def _is_iterator(hint):
    return hint in _ITERATORS or typing.get_origin(hint) in _ITERATORS


def parts_of_map(origin, args):
    """Returns the types of the keys and values of a map. A `Counter` only has a key type."""
    return (args[0], int) if origin is collections.Counter else (args[0], args[1])


def notes_of(hint):
    """Returns the notes of an `Annotated` in three lists: constraints for Pydantic, texts, and unknown notes."""
    constraints, texts, unknown = [], [], []
    for note in typing.get_args(hint)[1:]:
        text = note if isinstance(note, str) else getattr(note, "description", None) or getattr(note, "documentation", None)
        constrains = not isinstance(note, str) and pydantic_types.constrains(note)
        if constrains:
            constraints.append(note)
        if isinstance(text, str):
            texts.append(text)
        elif not constrains and note is not None and not pydantic_types.is_field(note):
            unknown.append(note)
    return constraints, texts, unknown


def adapter_of(hint):
    """Returns the Pydantic adapter of an annotation that only Pydantic understands. Returns None for any
    other annotation, or if Pydantic has no schema.
    """
    if not _is_foreign(hint):
        return None
    notes = notes_of(hint)[0] if typing.get_origin(hint) is typing.Annotated else ()
    try:
        return pydantic_types.adapter(hint, notes)
    except pydantic_types.Unsupported:
        return None


def has_own_form(hint):
    """Whether an annotation with constraints has a type whose JSON form this module defines."""
    return typing.get_origin(hint) is typing.Annotated and typing.get_args(hint)[0] in _OWN_FORMS


def _is_foreign(hint):
    origin = typing.get_origin(hint)
    if origin is typing.Annotated:
        return bool(notes_of(hint)[0])
    if origin in UNIONS:
        # Pydantic decides which of several models a value fits best.
        args = typing.get_args(hint)
        return all(arg in _PLAIN_IN_UNIONS or _is_foreign(arg) for arg in args) and sum(map(_is_foreign, args)) > 1
    return pydantic_types.is_class(hint)


class Schemas:
    """Creates schemas and collects the named types of one function under `$defs`. A recursive type refers to
    its own definition.
    """

    def __init__(self, mode="validation"):
        self.mode = mode
        self.ignored = []
        self._definitions = Definitions()

    @property
    def defs(self):
        return self._definitions.schemas

    def of(self, hint):
        if hint is inspect.Parameter.empty or hint is typing.Any or hint is object:
            raise NoSchema("no type")
        if hint is None:
            return {"type": "null"}
        if isinstance(hint, typing.TypeVar):
            return self.of(hint.__bound__) if hint.__bound__ else {}
        if alias_target(hint) is not None:
            return self.of(alias_target(hint))
        if isinstance(hint, type) and hint in PLAIN:
            return dict(PLAIN[hint])
        if is_pydantic(hint):
            return self._model(hint)
        if _is_foreign(hint):
            return self._foreign(hint)
        origin = typing.get_origin(hint)
        if is_bare(hint):
            return self._named(origin)
        if origin is not None:
            return self._generic(hint, origin, typing.get_args(hint))
        if isinstance(hint, type):
            return self._named(hint)
        raise NoSchema("unsupported annotation %s" % (hint,))

    def of_result(self, hint):
        """Returns the schema of a function's result."""
        items = iterator_items(hint)
        return self.of(hint) if items is None else {"type": "array", "items": self._inner(items[0])}

    def _model(self, hint):
        found = self._definitions.reference(hint)
        if found is not None:
            return found
        try:
            return self._definitions.adopt_class(hint, pydantic_types.schema_of_model(hint, self.mode))
        except Exception as error:
            raise NoSchema("Pydantic has no schema for %s: %s" % (hint.__name__, str(error).split("\n")[0])) from error

    def _foreign(self, hint):
        annotated = typing.get_origin(hint) is typing.Annotated
        notes, texts, unknown = notes_of(hint) if annotated else ((), [], [])
        self.ignored.extend(unknown)
        described = {"description": texts[-1]} if texts else {}
        try:
            adapter = pydantic_types.adapter(hint, notes)
            if has_own_form(hint):
                return {**self.of(typing.get_args(hint)[0]), **described}
            owner = typing.get_args(hint)[0] if annotated else hint
            return {**self._definitions.adopt(adapter.schema(self.mode), getattr(owner, "__name__", "")), **described}
        except pydantic_types.Unsupported as error:
            if typing.get_origin(hint) in UNIONS:
                return self._generic(hint, typing.get_origin(hint), typing.get_args(hint))
            if not annotated:
                raise NoSchema("%s: %s" % (getattr(hint, "__name__", hint), error)) from error
            self.ignored.extend("%s (%s)" % (note, error) for note in notes)
            return {**self.of(typing.get_args(hint)[0]), **described}

    def _inner(self, hint):
        return {} if hint is typing.Any or hint is object else self.of(hint)

    def _generic(self, hint, origin, args):
        if origin is typing.Annotated:
            _, texts, unknown = notes_of(hint)
            self.ignored.extend(unknown)
            return {**self.of(args[0]), **({"description": texts[-1]} if texts else {})}
        if origin is typing.Literal:
            return {"enum": [value.value if isinstance(value, enum.Enum) else value for value in args]}
        if origin in UNIONS:
            branches = [self._inner(arg) for arg in args]
            if len(branches) == 2 and {"type": "null"} in branches:
                other = next(branch for branch in branches if branch != {"type": "null"})
                if isinstance(other.get("type"), str) and "enum" not in other:
                    return {**other, "type": [other["type"], "null"]}
            return {"anyOf": branches}
        if origin is tuple:
            if len(args) == 2 and args[1] is Ellipsis:
                return {"type": "array", "items": self._inner(args[0])}
            items = [self._inner(arg) for arg in args if arg != ()]
            return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
        if origin in _LISTS:
            return {"type": "array", "items": self._inner(args[0])}
        if origin in _SETS:
            return {"type": "array", "items": self._inner(args[0]), "uniqueItems": True}
        if origin in MAPS:
            return self._map(*parts_of_map(origin, args))
        if qualifier_of(hint) is not None:
            return self._inner(args[0])
        return self._named(origin) if isinstance(origin, type) else {}

    def _map(self, key, value):
        names = keys.schema_of(key, self)
        return {"type": "object", **({"propertyNames": names} if names else {}), "additionalProperties": self._inner(value)}

    def _named(self, hint):
        if hint in _LISTS or hint is tuple:
            return {"type": "array", "items": {}}
        if hint in _SETS:
            return {"type": "array", "items": {}, "uniqueItems": True}
        if hint in MAPS:
            return {"type": "object", "additionalProperties": True}
        if issubclass(hint, enum.Enum):
            return {"enum": [member.value for member in hint]}
        if dataclasses.is_dataclass(hint):
            return self._definitions.define(hint, self._dataclass)
        if is_typed_dict(hint):
            return self._definitions.define(hint, self._typed_dict)
        if is_named_tuple(hint):
            return self._definitions.define(hint, self._named_tuple)
        for base, schema in PLAIN.items():
            if base is not type(None) and issubclass(hint, base):
                return dict(schema)
        raise NoSchema("class %s has no schema" % hint.__name__)

    def _object(self, hint, fields, required, defaults):
        properties = {}
        for name in fields:
            schema = self._inner(hints_of(hint)[name])
            if name in defaults:
                schema = with_default(schema, defaults[name])
            properties[name] = schema
        result = {"type": "object", "properties": properties, "additionalProperties": False}
        if required:
            result["required"] = required
        documented = inspect.cleandoc(hint.__doc__ or "")
        if documented and not documented.startswith(hint.__name__ + "("):
            result["description"] = documented
        return result

    def _dataclass(self, hint):
        fields = [field for field in dataclasses.fields(hint) if field.init]
        missing = dataclasses.MISSING
        required = [f.name for f in fields if f.default is missing and f.default_factory is missing]
        defaults = {f.name: f.default for f in fields if f.default is not missing}
        return self._object(hint, [f.name for f in fields], required, defaults)

    def _typed_dict(self, hint):
        names = list(hints_of(hint))
        required = [name for name in names if _is_required(name, hint)]
        return self._object(hint, names, required, {})

    def _named_tuple(self, hint):
        defaults = dict(hint._field_defaults)
        required = [name for name in hint._fields if name not in defaults]
        return self._object(hint, list(hint._fields), required, defaults)


def _is_required(name, hint):
    """Whether a field of a TypedDict is required. Reads the hints, because `__required_keys__` misses
    qualifiers inside of string annotations.
    """
    inner = hints_of(hint)[name]
    while typing.get_origin(inner) is typing.Annotated or qualifier_of(inner) is not None:
        if qualifier_of(inner) in ("Required", "NotRequired"):
            return qualifier_of(inner) == "Required"
        inner = typing.get_args(inner)[0]
    return name in hint.__required_keys__


def with_default(schema, value):
    """Adds a default that JSON can represent. Any other default only makes the parameter optional."""
    from . import convert  # An import at the top would be circular.

    try:
        default = convert.to_json(value)
    except TypeError:
        return schema
    if isinstance(value, float) and default is None:
        return schema
    return {**schema, "default": default}
