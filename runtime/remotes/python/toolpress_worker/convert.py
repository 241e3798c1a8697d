"""Converts between JSON values and the types in the annotations of a function."""

import base64
import collections
import collections.abc
import dataclasses
import datetime
import decimal
import enum
import inspect
import ipaddress
import json
import math
import pathlib
import typing
import uuid

from . import keys, pydantic_types, schemas
from .refusals import InvalidArgument

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
    ipaddress.IPv4Address: ipaddress.IPv4Address,
    ipaddress.IPv6Address: ipaddress.IPv6Address,
    ipaddress.IPv4Network: ipaddress.IPv4Network,
    ipaddress.IPv6Network: ipaddress.IPv6Network,
}

_WRITTEN_AS_TEXT = (
    uuid.UUID,
    decimal.Decimal,
    pathlib.PurePath,
    ipaddress.IPv4Address,
    ipaddress.IPv6Address,
    ipaddress.IPv4Network,
    ipaddress.IPv6Network,
)


def to_python(value, hint):
    """Converts a JSON value to the annotated type. Raises InvalidArgument, or an error that code of the user raises."""
    if hint is typing.Any or value is None and hint in (None, type(None)):
        return value
    if schemas.alias_target(hint) is not None:
        return to_python(value, schemas.alias_target(hint))
    if schemas.is_pydantic(hint):
        return pydantic_types.read_model(value, hint)
    adapter = schemas.adapter_of(hint)
    if adapter is not None:
        return adapter.check(to_python(value, typing.get_args(hint)[0])) if schemas.has_own_form(hint) else adapter.read(value)
    if schemas.is_bare(hint):
        return to_python(value, typing.get_origin(hint))
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is not None:
        return _generic(value, hint, origin, args)
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
    if hint in schemas.MAPS:
        return _like(hint, value)
    if issubclass(hint, enum.Enum):
        return hint(value)
    if dataclasses.is_dataclass(hint) or schemas.is_named_tuple(hint):
        return hint(**_fields(value, hint))
    if schemas.is_typed_dict(hint):
        return _fields(value, hint)
    if hint in (str, int, float, bool) and not isinstance(value, hint):
        raise _invalid(hint, value)
    return value


def _part(position, value, hint):
    """Converts a value inside of another value. Adds `position` to the path of an InvalidArgument error."""
    try:
        return to_python(value, hint)
    except InvalidArgument as error:
        error.path.insert(0, position)
        raise


def _fields(value, hint):
    hints = schemas.hints_of(hint)
    return {name: _part(name, item, hints.get(name, typing.Any)) for name, item in value.items()}


def _read(value, hint):
    try:
        return _READERS[hint](value)
    except Exception as error:
        raise _invalid(hint, value) from error


def _invalid(hint, value):
    return InvalidArgument("expected %s, got %s" % (hint.__name__, type(value).__name__))


def _generic(value, hint, origin, args):
    if origin is typing.Annotated or schemas.qualifier_of(hint) is not None:
        return to_python(value, args[0])
    if origin is typing.Literal:
        for choice in args:
            if choice == value or isinstance(choice, enum.Enum) and choice.value == value:
                return choice
        return value
    if origin in schemas.UNIONS:
        return _union(value, args)
    if origin is tuple:
        hints = [args[0]] * len(value) if len(args) == 2 and args[1] is Ellipsis else args
        return tuple(_part(position, item, hint) for position, (item, hint) in enumerate(zip(value, hints)))
    if origin in schemas._SETS:
        return (frozenset if origin is frozenset else set)(_items(value, args[0]))
    if origin in schemas._LISTS:
        return _items(value, args[0])
    if origin in schemas.MAPS:
        return _map(value, origin, args)
    return value


def _map(value, origin, args):
    key, member = schemas.parts_of_map(origin, args)
    read = {}
    for name, item in value.items():
        known = keys.read(name, key)
        if known in read:
            raise InvalidArgument("the key %s is there twice" % json.dumps(name))
        read[known] = _part(name, item, member)
    return _like(origin, read)


def _like(kind, read):
    """Returns a map of the annotated class. An abstract class accepts any map."""
    if kind is collections.defaultdict:
        return collections.defaultdict(None, read)
    return kind(read) if kind in (collections.OrderedDict, collections.Counter) else read


def _items(value, hint):
    return [_part(position, item, hint) for position, item in enumerate(value)]


def _union(value, args):
    if value is None and type(None) in args:
        return None
    inner = [arg for arg in args if arg is not type(None)]
    if len(inner) == 1:
        return to_python(value, inner[0])
    # The type of the value itself is tried first. The text "1" then stays a text if the union allows texts.
    ordered = sorted(inner, key=lambda arg: arg is not type(value))
    for arg in ordered:
        try:
            return to_python(value, arg)
        except (ValueError, TypeError, KeyError, AttributeError, decimal.InvalidOperation):
            continue
    raise InvalidArgument("fits none of the types of the union")


def result(value, hint):
    """Returns the result of a function as plain JSON data. An annotation or a model may have its own
    serializer.
    """
    items = schemas.iterator_items(hint)
    if inspect.isgenerator(value) or items is not None and isinstance(value, collections.abc.Iterable):
        item = items[0] if items is not None else (typing.get_args(hint) or (typing.Any,))[0]
        return [result(one, item) for one in value]
    adapter = schemas.adapter_of(hint) if typing.get_origin(hint) is typing.Annotated and not schemas.has_own_form(hint) else None
    if adapter is None or pydantic_types.is_model(value):
        return to_json(value)
    return to_json(adapter.write(value))


def to_json(value):
    """Returns a value as plain JSON data. Raises TypeError if JSON cannot represent the value."""
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
    if isinstance(value, _WRITTEN_AS_TEXT):
        return str(value)
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(bytes(value)).decode("ascii")
    if pydantic_types.is_model(value) and not isinstance(value, type):
        return to_json(pydantic_types.write_model(value, to_json))
    if hasattr(value, "__pydantic_core_schema__") and not isinstance(value, type):
        return to_json(pydantic_types.adapter(type(value)).write(value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if schemas.is_named_tuple(type(value)):
        return {name: to_json(item) for name, item in value._asdict().items()}
    if isinstance(value, collections.abc.Mapping):
        return {keys.write(name): to_json(item) for name, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [to_json(item) for item in value]
    return to_json(pydantic_types.write_other(value))
