"""Declares, reads and writes the keys of maps. A key in JSON is a text, and a key in Python has any type."""

import datetime
import decimal
import enum
import json
import re
import typing

from . import schemas
from .refusals import InvalidArgument

_INTEGER = r"^(0|-?[1-9][0-9]*)$"
_NUMBER = r"^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$"
_BOOLEANS = {"true": True, "false": False}


def schema_of(hint, types):
    """Returns `propertyNames` for keys of a type. Returns None if every text is a key, or if the type has no
    schema.
    """
    if hint in (str, typing.Any, object):
        return None
    own = schemas.Schemas(types.mode)
    try:
        return _named(own.of(hint))
    except (schemas.NoSchema, _NoKey):
        types.ignored.append("the type of the keys of a dict, %s," % (hint.__name__ if isinstance(hint, type) else hint))
        return None
    finally:
        types.ignored.extend(own.ignored)


class _NoKey(Exception):
    """Raised if the values of a type cannot be keys in JSON."""


def _named(schema):
    """Returns a schema for keys. Each valid key is a text that represents a value of `schema`."""
    if "anyOf" in schema:
        branches = [_named(branch) for branch in schema["anyOf"]]
        return None if None in branches else {"anyOf": branches}
    if "enum" in schema or "const" in schema:
        values = schema["enum"] if "enum" in schema else [schema["const"]]
        return {"enum": list(dict.fromkeys(map(write, values)))}
    kind = schema.get("type")
    if kind == "string":
        constraints = {name: item for name, item in schema.items() if name not in ("type", "title", "contentEncoding")}
        return constraints or None
    if kind in _FORMS:
        return dict(_FORMS[kind])
    raise _NoKey


_FORMS = {
    "integer": {"pattern": _INTEGER},
    "number": {"pattern": _NUMBER},
    "boolean": {"enum": list(_BOOLEANS)},
    "null": {"enum": ["null"]},
}


def write(key):
    """Writes a key as text, as `json.dumps` does."""
    from . import convert  # An import at the top would be circular.

    plain = convert.to_json(key)
    return plain if isinstance(plain, str) else json.dumps(plain)


def read(text, hint):
    """Returns the key that a text represents. Raises InvalidArgument if the text represents no key."""
    try:
        return _read(text, hint)
    except InvalidArgument as error:
        raise InvalidArgument("the key %s: %s" % (json.dumps(text), error)) from error


def _read(text, hint):
    from . import convert

    if schemas.alias_target(hint) is not None:
        return _read(text, schemas.alias_target(hint))
    args = typing.get_args(hint)
    if typing.get_origin(hint) in schemas.UNIONS:
        return _union(text, args)
    if typing.get_origin(hint) is typing.Annotated and schemas.adapter_of(hint) is None:
        return _read(text, args[0])
    if typing.get_origin(hint) is typing.Literal:
        return _choice(text, args)
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return _choice(text, hint)
    if hint is bool:
        return _choice(text, (True, False))
    if hint is type(None):
        return _choice(text, (None,))
    if schemas.adapter_of(hint) is None and not (isinstance(hint, type) and issubclass(hint, tuple(schemas.PLAIN))):
        # No text represents a value of such a type. `describe` has already reported the type.
        return text
    return convert.to_python(_plain(text, hint), hint)


def _plain(text, hint):
    """Returns the number that a text represents, if a number is expected. Otherwise returns the text."""
    inner = typing.get_args(hint)[0] if typing.get_origin(hint) is typing.Annotated else hint
    if inner is int:
        return _number(text, _INTEGER, int)
    return _number(text, _NUMBER, float) if inner in (float, datetime.timedelta) else text


def _number(text, pattern, make):
    if not re.fullmatch(pattern, text):
        raise InvalidArgument("expected %s" % make.__name__)
    return make(text)


def _choice(text, choices):
    for choice in choices:
        if write(choice) == text:
            return choice
    raise InvalidArgument("expected one of %s" % ", ".join(json.dumps(write(choice)) for choice in choices))


def _union(text, args):
    # The type `str` is tried first, so that a text stays a text if the union allows texts.
    for arg in sorted(args, key=lambda arg: arg is not str):
        try:
            return _read(text, arg)
        except (ValueError, TypeError, KeyError, AttributeError, decimal.InvalidOperation):
            continue
    raise InvalidArgument("fits none of the types of the union")
