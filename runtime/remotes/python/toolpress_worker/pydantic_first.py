"""Schemas of Pydantic 1, in today's words and with the nulls that it does not mention."""

import importlib

_ABOUT = ("title", "description", "default", "examples")
_SAYS_WHAT = ("type", "$ref", "allOf", "anyOf", "oneOf", "enum", "const")


def schema_of(model, library):
    """The schema of a model class. Pydantic 1 takes and writes null for every `Optional` field, and describes only what else it may be."""
    # The schema is Pydantic's own copy, which must not change; this makes another one.
    schema = _modern(model.schema(ref_template="#/$defs/{model}"))
    if library is None:  # a class that only has the methods of a model
        return schema
    tools = importlib.import_module(library.__name__ + ".schema")
    names = tools.get_model_name_map(tools.get_flat_models_from_model(model))
    found = schema.get("definitions", {})
    for one, name in names.items():
        properties = (found.get(name) or (schema if one is model else {})).get("properties", {})
        # Enums are among the classes too.
        for field in getattr(one, "__fields__", {}).values():
            if field.alias in properties:
                properties[field.alias] = _with_nulls(properties[field.alias], field)
    return schema


def _with_nulls(schema, field):
    inner = field.sub_fields or []
    for key in ("items", "additionalProperties"):
        if len(inner) == 1 and isinstance(schema.get(key), dict):
            schema = {**schema, key: _with_nulls(schema[key], inner[0])}
    if len(inner) == len(schema.get("prefixItems", [])):
        schema = {**schema, **_places(schema, inner)}
    return _or_null(schema) if field.allow_none else schema


def _places(schema, inner):
    places = [_with_nulls(item, field) for item, field in zip(schema.get("prefixItems", []), inner)]
    return {"prefixItems": places} if places else {}


def _or_null(schema):
    if not any(key in schema for key in _SAYS_WHAT):
        return schema
    if isinstance(schema.get("type"), str) and "enum" not in schema and "const" not in schema:
        return {**schema, "type": [schema["type"], "null"]}
    about = {key: schema[key] for key in _ABOUT if key in schema}
    what = {key: value for key, value in schema.items() if key not in about}
    if list(what) == ["allOf"] and len(what["allOf"]) == 1:
        what = what["allOf"][0]
    branches = what["anyOf"] if list(what) == ["anyOf"] else [what]
    return {**about, "anyOf": [*branches, {"type": "null"}]}


def _modern(schema):
    """A copy in today's words: `prefixItems`, and formats for datetimes that may do without an offset."""
    if isinstance(schema, list):
        return [_modern(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: _modern(item) for key, item in schema.items()}
    form = result.get("format")
    if isinstance(form, str) and form in ("date-time", "time"):
        result["format"] = "iso-" + form
    if form == "time-delta":
        del result["format"]
    if isinstance(result.get("items"), list):
        result["prefixItems"] = result.pop("items")
    return result
