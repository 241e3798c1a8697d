"""Handles annotations that only Pydantic understands: returns their schemas, and reads and writes their
values.
"""

import importlib
import json
import sys
import typing

from . import pydantic_1, refusals


class Unsupported(Exception):
    """Raised if Pydantic has no schema for an annotation."""


def is_field(value):
    """Whether a value is the result of `Field(...)`."""
    return type(value).__name__ == "FieldInfo" and _library(value) is not None or _is_field_subclass(value)


def _is_field_subclass(value):
    # FastAPI's `Query`, `Body` and similar classes are subclasses of `FieldInfo`.
    return any(kind.__name__ == "FieldInfo" and kind.__module__.startswith("pydantic") for kind in type(value).__mro__)


def default_of(field):
    """Returns a function that creates the default of a `Field(...)`. Returns None if the field is required."""
    if getattr(field, "default_factory", None) is not None:
        return field.default_factory
    default = field.default
    if default is Ellipsis or type(default).__name__ in ("PydanticUndefinedType", "UndefinedType"):
        return None
    return lambda: default


def constrains(note):
    """Whether a note in `Annotated` constrains the value, and does not only describe it."""
    if is_field(note):
        return bool(_field_facts(note))
    if _module(note) == "annotated_types":
        return type(note).__name__ != "DocInfo"
    return _library(note) is not None or _has_hook(note)


def _has_hook(note):
    return hasattr(note, "__get_pydantic_core_schema__") or hasattr(note, "__get_pydantic_json_schema__")


def _field_facts(field):
    """Returns the settings of a field other than its description and its default."""
    facts = [getattr(field, "metadata", None), getattr(field, "discriminator", None), getattr(field, "json_schema_extra", None)]
    facts += [getattr(field, "examples", None), getattr(field, "title", None), getattr(field, "extra", None)]
    if hasattr(field, "get_constraints"):
        facts.append(field.get_constraints())
    return [fact for fact in facts if fact]


def is_class(hint):
    """Whether a class defines a Pydantic schema. Models, `HttpUrl` and `conint(...)` of Pydantic 1 do."""
    hooks = ("__get_pydantic_core_schema__", "__pydantic_core_schema__", "__get_validators__", "__pydantic_model__")
    return isinstance(hint, type) and (any(hasattr(hint, hook) for hook in hooks) or _library(hint) is not None)


def is_model(value):
    return hasattr(value, "model_dump") or hasattr(value, "__fields__") and hasattr(value, "parse_obj")


_adapters = {}


def adapter(hint, notes=()):
    """Returns the object that has the schema of an annotation and reads and writes its values. Raises
    Unsupported. The object is cached, because creating it is slow.
    """
    # An annotation may be unhashable, so the cache uses its id. Each entry also keeps its annotation alive.
    # Otherwise a new annotation could get the same id.
    if id(hint) not in _adapters:
        try:
            made = _make(hint, notes)
        except Exception as error:
            made = Unsupported(str(error).splitlines()[0] if str(error) else type(error).__name__)
        _adapters[id(hint)] = (hint, made)
    found = _adapters[id(hint)][1]
    if isinstance(found, Unsupported):
        raise found
    return found


def _make(hint, notes):
    module = _library_of(hint, notes)
    if module is None:
        raise Unsupported("Pydantic is not installed")
    if module.VERSION.startswith("1."):
        if not all(map(is_field, notes)):
            raise Unsupported("Pydantic 1 does not know it")
        return _Version1(hint, notes, module)
    return _Version2(hint, module)


def _library_of(hint, notes):
    for owner in [*notes, hint]:
        found = _library(owner)
        if found is not None:
            return found
    if isinstance(hint, type) and not hasattr(hint, "__get_pydantic_core_schema__") and hasattr(hint, "__get_validators__"):
        return _version_1()
    return _imported("pydantic")


def _version_1():
    for name in ("pydantic", "pydantic.v1"):
        module = _imported(name)
        if module is not None and module.VERSION.startswith("1."):
            return module
    return None


def _library(value):
    """Returns the Pydantic module to which a value belongs: `pydantic`, or `pydantic.v1` inside of Pydantic
    2.
    """
    for kind in (value if isinstance(value, type) else type(value)).__mro__:
        name = kind.__module__
        if name == "pydantic.v1" or name.startswith("pydantic.v1."):
            return _imported("pydantic.v1")
        if name == "pydantic" or name.startswith("pydantic."):
            return _imported("pydantic")
    return None


def _module(value):
    return type(value).__module__.split(".")[0]


def _imported(name):
    if name in sys.modules:
        return sys.modules[name]
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


class _Version2:
    """A `TypeAdapter` of Pydantic 2. Arguments are read as JSON: in that mode, strict models accept texts for
    dates, and lists for sets.
    """

    def __init__(self, hint, module):
        self._adapter = module.TypeAdapter(hint)
        self._module = module

    def schema(self, mode):
        try:
            return self._adapter.json_schema(mode=mode, schema_generator=_corrected_generator(self._module))
        except Exception as error:
            raise Unsupported(str(error).splitlines()[0]) from error

    def read(self, value):
        return _reading(lambda data: self._adapter.validate_json(json.dumps(data)), value)

    def check(self, value):
        """Checks a value that was already converted to its type."""
        return _reading(self._adapter.validate_python, value)

    def write(self, value):
        return self._adapter.dump_python(value, mode="json", by_alias=True, warnings=False)


class _Version1:
    """A model with a single field. Pydantic 1 has no other way to handle a single annotation."""

    def __init__(self, hint, notes, module):
        fields = [note for note in notes if is_field(note)]
        plain = typing.get_args(hint)[0] if typing.get_origin(hint) is typing.Annotated else hint
        self._is_json_text = holds_json_text(hint)
        self._module = module
        self._model = module.create_model("Argument", value=(plain, fields[0] if fields else ...))

    def schema(self, mode):
        if self._is_json_text:
            # Pydantic 1 would describe the value inside of the text.
            return {"type": "string", "contentMediaType": "application/json"}
        schema = pydantic_1.schema_of(self._model, self._module)
        value = dict(schema["properties"]["value"])
        if value.get("title") == "Value":
            del value["title"]
        inner = value["allOf"][0] if list(value) == ["allOf"] and len(value["allOf"]) == 1 else value
        return {**inner, "$defs": schema.get("definitions", {})}

    def read(self, value):
        return _reading(lambda data: self._model(value=data).value, value, 1)

    check = read

    def write(self, value):
        return value


def _reading(read, value, skipped=0):
    """Reads a value and converts the errors of Pydantic. `skipped` is the number of path segments at the
    beginning that are left out, because our own wrapper adds them.
    """
    try:
        return read(value)
    except Exception as error:
        refusal = refusals.of_pydantic(error, value, skipped)
        if refusal is None:
            raise
        raise refusal from error


def schema_of_model(model, mode):
    """Returns the schema of a model class of Pydantic 1 or 2."""
    if hasattr(model, "model_json_schema"):
        options = {}
        if hasattr(model, "__pydantic_core_schema__"):
            options = {"mode": mode, "schema_generator": _corrected_generator(_imported("pydantic"))}
        return model.model_json_schema(ref_template="#/$defs/{model}", **options)
    return pydantic_1.schema_of(model, _library(model))


def read_model(value, model):
    if hasattr(model, "__pydantic_core_schema__"):
        return _reading(lambda data: model.model_validate_json(json.dumps(data)), value)
    return _reading(model.model_validate if hasattr(model, "model_validate") else model.parse_obj, value)


def write_model(value, otherwise):
    """Returns a model as JSON data, with the field names of its schema. `otherwise` writes the values that
    Pydantic cannot write.
    """
    if not hasattr(value, "model_dump"):
        return json.loads(value.json(by_alias=True))
    try:
        return value.model_dump(mode="json", by_alias=True)
    except Exception as error:
        if type(error).__name__ != "PydanticSerializationError":
            raise
        return otherwise(value.model_dump(mode="python", by_alias=True))


def write_other(value):
    """Writes a value of a type that Pydantic defines, such as a URL. Raises TypeError for any other value."""
    module = _library(value)
    if module is not None and not module.VERSION.startswith("1."):
        return module.TypeAdapter(type(value)).dump_python(value, mode="json")
    raise TypeError("%s is not JSON" % type(value).__name__)


_generators = {}


def _corrected_generator(module):
    """Returns a subclass of Pydantic 2's schema generator. Pydantic itself declares every datetime as
    `date-time`, although most of its types accept a text without an offset.
    """
    if module not in _generators:
        base = module.json_schema.GenerateJsonSchema

        class CorrectedGenerator(base):
            def datetime_schema(self, schema):
                offset = schema.get("tz_constraint")
                form = {"naive": "date-time-local", None: "iso-date-time"}.get(offset, "date-time")
                return {"type": "string", "format": form}

            def time_schema(self, schema):
                return {"type": "string", "format": "iso-time"}

        _generators[module] = CorrectedGenerator
    return _generators[module]


def holds_json_text(hint):
    """Whether a value of this type arrives as JSON text and is parsed when it is read."""
    parts = [hint, *typing.get_args(hint)]
    names = [getattr(part if isinstance(part, type) else type(part), "__name__", "") for part in parts if _library(part) is not None]
    return any(name in ("Json", "JsonWrapperValue") for name in names)
