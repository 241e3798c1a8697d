"""Turns Python annotations into JSON Schema 2020-12."""

import collections.abc
import dataclasses
import datetime
import decimal
import enum
import inspect
import pathlib
import types
import typing
import uuid

_PLAIN = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    bytes: {"type": "string", "contentEncoding": "base64"},
    bytearray: {"type": "string", "contentEncoding": "base64"},
    datetime.datetime: {"type": "string", "format": "date-time"},
    datetime.date: {"type": "string", "format": "date"},
    datetime.time: {"type": "string", "format": "time"},
    datetime.timedelta: {"type": "number", "description": "Seconds"},
    uuid.UUID: {"type": "string", "format": "uuid"},
    decimal.Decimal: {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$"},
    pathlib.Path: {"type": "string"},
    pathlib.PurePath: {"type": "string"},
}

_LISTS = (list, collections.abc.Sequence, collections.abc.Iterable, collections.abc.Collection, collections.abc.MutableSequence)
_SETS = (set, frozenset, collections.abc.Set, collections.abc.MutableSet)
_MAPS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
_UNIONS = (typing.Union, getattr(types, "UnionType", typing.Union))


class Untold(Exception):
    """An annotation that says nothing a schema could say."""


def is_typed_dict(hint):
    return isinstance(hint, type) and issubclass(hint, dict) and hasattr(hint, "__total__")


def is_named_tuple(hint):
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def is_pydantic(hint):
    return isinstance(hint, type) and (hasattr(hint, "model_json_schema") or (hasattr(hint, "schema") and hasattr(hint, "parse_obj")))


def hints_of(owner):
    """Annotations with strings and forward references resolved, Annotated kept."""
    return typing.get_type_hints(owner, include_extras=True)


class Schemas:
    """Collects the named types of one function under `$defs`, so that recursive ones end."""

    def __init__(self):
        self.defs = {}
        self._names = {}

    def of(self, hint):
        if hint is inspect.Parameter.empty or hint is typing.Any or hint is object:
            raise Untold("no type")
        if hint is None:
            return {"type": "null"}
        if isinstance(hint, typing.TypeVar):
            return self.of(hint.__bound__) if hint.__bound__ else {}
        if hasattr(hint, "__supertype__"):
            return self.of(hint.__supertype__)
        if isinstance(hint, type) and hint in _PLAIN:
            return dict(_PLAIN[hint])
        origin = typing.get_origin(hint)
        if origin is not None:
            return self._generic(hint, origin, typing.get_args(hint))
        if isinstance(hint, type):
            return self._named(hint)
        raise Untold("unsupported annotation %s" % (hint,))

    def _inner(self, hint):
        return {} if hint is typing.Any or hint is object else self.of(hint)

    def _generic(self, hint, origin, args):
        if origin is typing.Annotated:
            schema = self.of(args[0])
            for note in args[1:]:
                text = note if isinstance(note, str) else getattr(note, "description", None) or getattr(note, "documentation", None)
                if isinstance(text, str):
                    schema = {**schema, "description": text}
            return schema
        if origin is typing.Literal:
            return {"enum": [value.value if isinstance(value, enum.Enum) else value for value in args]}
        if origin in _UNIONS:
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
        if origin in _MAPS:
            return {"type": "object", "additionalProperties": self._inner(args[1])}
        if getattr(typing, "Required", None) in (origin,) or getattr(typing, "NotRequired", None) in (origin,):
            return self.of(args[0])
        return self._named(origin) if isinstance(origin, type) else {}

    def _named(self, hint):
        if hint in _LISTS or hint is tuple:
            return {"type": "array", "items": {}}
        if hint in _SETS:
            return {"type": "array", "items": {}, "uniqueItems": True}
        if hint in _MAPS:
            return {"type": "object", "additionalProperties": True}
        if issubclass(hint, enum.Enum):
            return {"enum": [member.value for member in hint]}
        if is_pydantic(hint):
            return self._pydantic(hint)
        if dataclasses.is_dataclass(hint):
            return self._define(hint, self._dataclass)
        if is_typed_dict(hint):
            return self._define(hint, self._typed_dict)
        if is_named_tuple(hint):
            return self._define(hint, self._named_tuple)
        for base, schema in _PLAIN.items():
            if base is not type(None) and issubclass(hint, base):
                return dict(schema)
        raise Untold("class %s has no schema" % hint.__name__)

    def _define(self, hint, make):
        """Classes of different modules may have one name: each gets a definition of its own."""
        if hint not in self._names:
            name = _free(hint.__name__, self.defs)
            self._names[hint] = name
            self.defs[name] = {}
            self.defs[name] = make(hint)
        return {"$ref": "#/$defs/%s" % self._names[hint]}

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
        required = [name for name in names if name in hint.__required_keys__]
        return self._object(hint, names, required, {})

    def _named_tuple(self, hint):
        defaults = dict(hint._field_defaults)
        required = [name for name in hint._fields if name not in defaults]
        return self._object(hint, list(hint._fields), required, defaults)

    def _pydantic(self, hint):
        if hint in self._names:
            return {"$ref": "#/$defs/%s" % self._names[hint]}
        if hasattr(hint, "model_json_schema"):
            schema = hint.model_json_schema(ref_template="#/$defs/{model}")
        else:
            schema = hint.schema(ref_template="#/$defs/{model}")
        found = schema.pop("$defs", schema.pop("definitions", {}))
        found.setdefault(hint.__name__, schema)
        names = self._names_for(found)
        self._names[hint] = names[hint.__name__]
        for name, definition in found.items():
            self.defs[names[name]] = _renamed(definition, names)
        return {"$ref": "#/$defs/%s" % names[hint.__name__]}

    def _names_for(self, found):
        """Names under which definitions can stand beside the ones that are there; one that is the same is shared."""
        names = {name: name for name in found}
        clash = self._clash(found, names)
        while clash is not None:
            # A new name changes those that refer to it, so all are compared again.
            names[clash] = _free(clash, {*self.defs, *names.values()})
            clash = self._clash(found, names)
        return names

    def _clash(self, found, names):
        for name, definition in found.items():
            if names[name] in self.defs and self.defs[names[name]] != _renamed(definition, names):
                return name
        return None


def _free(wanted, taken):
    name, number = wanted, 2
    while name in taken:
        name, number = "%s%d" % (wanted, number), number + 1
    return name


def _renamed(schema, names):
    """The schema with its references under their new names."""
    if isinstance(schema, list):
        return [_renamed(item, names) for item in schema]
    if not isinstance(schema, dict):
        return schema
    prefix = "#/$defs/"
    return {
        key: prefix + names.get(item[len(prefix) :], item[len(prefix) :])
        if key == "$ref" and isinstance(item, str) and item.startswith(prefix)
        else _renamed(item, names)
        for key, item in schema.items()
    }


def with_default(schema, value):
    """Adds a default that JSON can say; another one only makes the parameter optional."""
    import convert  # it needs this module first

    try:
        default = convert.to_json(value)
    except TypeError:
        return schema
    if isinstance(value, float) and default is None:
        return schema
    return {**schema, "default": default}
