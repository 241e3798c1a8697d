"""Converts between JSON and the types that a function's annotations name."""

import base64
import collections.abc
import dataclasses
import datetime
import decimal
import enum
import math
import pathlib
import typing
import uuid

import schemas


class Unfit(ValueError):
    """An argument is not what it should be, in words of this module: the only text about arguments that a model may read."""


_READERS = {
    bytes: lambda value: base64.b64decode(value, validate=True),
    bytearray: lambda value: bytearray(base64.b64decode(value, validate=True)),
    datetime.datetime: lambda value: datetime.datetime.fromisoformat(value.replace("Z", "+00:00")),
    datetime.date: datetime.date.fromisoformat,
    datetime.time: lambda value: datetime.time.fromisoformat(value.replace("Z", "+00:00")),
    datetime.timedelta: lambda value: datetime.timedelta(seconds=value),
    uuid.UUID: uuid.UUID,
    decimal.Decimal: decimal.Decimal,
    pathlib.Path: pathlib.Path,
    pathlib.PurePath: pathlib.PurePath,
}


def to_python(value, hint):
    """A JSON value as the annotated type. Raises Unfit where it does not fit, or whatever code of the user's raises."""
    if hint is typing.Any or value is None and hint in (None, type(None)):
        return value
    if hasattr(hint, "__supertype__"):
        return to_python(value, hint.__supertype__)
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is not None:
        return _generic(value, origin, args)
    if not isinstance(hint, type):
        return value
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if hint is int and isinstance(value, float) and value.is_integer():
        return int(value)
    if hint in _READERS:
        return _read(value, hint)
    if hint in (set, frozenset, tuple):
        return hint(value)
    if issubclass(hint, enum.Enum):
        return hint(value)
    if schemas.is_pydantic(hint):
        return _model(value, hint)
    if dataclasses.is_dataclass(hint) or schemas.is_named_tuple(hint):
        hints = schemas.hints_of(hint)
        return hint(**{name: to_python(item, hints.get(name, typing.Any)) for name, item in value.items()})
    if schemas.is_typed_dict(hint):
        hints = schemas.hints_of(hint)
        return {name: to_python(item, hints.get(name, typing.Any)) for name, item in value.items()}
    if hint in (str, int, float, bool) and not isinstance(value, hint):
        raise _unfit(hint, value)
    return value


def _read(value, hint):
    try:
        return _READERS[hint](value)
    except Exception as error:
        raise _unfit(hint, value) from error


def _unfit(hint, value):
    return Unfit("expected %s, got %s" % (hint.__name__, type(value).__name__))


def _model(value, hint):
    """Pydantic says what is wrong in texts that validators of the user's write; where it is, and what kind, nobody writes."""
    try:
        return hint.model_validate(value) if hasattr(hint, "model_validate") else hint.parse_obj(value)
    except Exception as error:
        places = _places(error)
        if not places:
            raise
        raise Unfit("refused at %s" % ", ".join(places)) from error


def _places(error):
    try:
        found = error.errors()
        return ["%s (%s)" % (".".join(map(str, one["loc"])), one["type"]) for one in found[:5]]
    except Exception:
        return []


def _generic(value, origin, args):
    if origin is typing.Annotated or origin in (getattr(typing, "Required", ...), getattr(typing, "NotRequired", ...)):
        return to_python(value, args[0])
    if origin is typing.Literal:
        for choice in args:
            if choice == value or isinstance(choice, enum.Enum) and choice.value == value:
                return choice
        return value
    if origin in schemas._UNIONS:
        return _union(value, args)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(to_python(item, args[0]) for item in value)
        return tuple(to_python(item, hint) for item, hint in zip(value, args))
    if origin in schemas._SETS:
        kind = frozenset if origin is frozenset else set
        return kind(to_python(item, args[0]) for item in value)
    if origin in schemas._LISTS:
        return [to_python(item, args[0]) for item in value]
    if origin in schemas._MAPS or isinstance(origin, type) and issubclass(origin, collections.abc.Mapping):
        return {name: to_python(item, args[1]) for name, item in value.items()}
    return value


def _union(value, args):
    if value is None and type(None) in args:
        return None
    # The plain type of the value first, so that "1" stays text where text is allowed.
    ordered = sorted((arg for arg in args if arg is not type(None)), key=lambda arg: arg is not type(value))
    for arg in ordered:
        try:
            return to_python(value, arg)
        except (ValueError, TypeError, KeyError, AttributeError, decimal.InvalidOperation):
            continue
    raise Unfit("fits none of the types of the union")


def to_json(value):
    """A result as plain JSON data; TypeError for what has none."""
    if value is None or isinstance(value, (bool, str)) and not isinstance(value, enum.Enum):
        return value
    if isinstance(value, enum.Enum):
        return to_json(value.value)
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if isinstance(value, (uuid.UUID, decimal.Decimal, pathlib.PurePath)):
        return str(value)
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(bytes(value)).decode("ascii")
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if schemas.is_named_tuple(type(value)):
        return {name: to_json(item) for name, item in value._asdict().items()}
    if isinstance(value, collections.abc.Mapping):
        return {str(to_json(name)): to_json(item) for name, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [to_json(item) for item in value]
    raise TypeError("%s is not JSON" % type(value).__name__)
