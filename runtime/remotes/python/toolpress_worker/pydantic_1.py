"""Converts the schemas of Pydantic 1 to JSON Schema 2020-12, and adds the nulls that Pydantic 1 leaves out."""

import importlib

_ANNOTATION_KEYWORDS = ("title", "description", "default", "examples")
_TYPE_KEYWORDS = ("type", "$ref", "allOf", "anyOf", "oneOf", "enum", "const")


def schema_of(model, library):
    """Returns the schema of a model class. Pydantic 1 accepts and writes null for every `Optional` field, but
    its schema only describes the other values.
    """
    # `_modern` returns a copy, because Pydantic caches its own schema.
    schema = _modern(model.schema(ref_template="#/$defs/{model}"))
    if library is None:  # The class is not from Pydantic. It only has the methods of a model.
        return schema
    tools = importlib.import_module(library.__name__ + ".schema")
    names = tools.get_model_name_map(tools.get_flat_models_from_model(model))
    found = schema.get("definitions", {})
    for one, name in names.items():
        properties = (found.get(name) or (schema if one is model else {})).get("properties", {})
        # `names` also contains enums, which have no `__fields__`.
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
        schema = {**schema, **_prefix_items(schema, inner)}
    return _or_null(schema) if field.allow_none else schema


def _prefix_items(schema, inner):
    items = [_with_nulls(item, field) for item, field in zip(schema.get("prefixItems", []), inner)]
    return {"prefixItems": items} if items else {}


def _or_null(schema):
    if not any(key in schema for key in _TYPE_KEYWORDS):
        return schema
    if isinstance(schema.get("type"), str) and "enum" not in schema and "const" not in schema:
        return {**schema, "type": [schema["type"], "null"]}
    annotations = {key: schema[key] for key in _ANNOTATION_KEYWORDS if key in schema}
    constraints = {key: value for key, value in schema.items() if key not in annotations}
    if list(constraints) == ["allOf"] and len(constraints["allOf"]) == 1:
        constraints = constraints["allOf"][0]
    branches = constraints["anyOf"] if list(constraints) == ["anyOf"] else [constraints]
    return {**annotations, "anyOf": [*branches, {"type": "null"}]}


def _modern(schema):
    """Returns a copy in JSON Schema 2020-12: with `prefixItems`, and with formats for times whose offset is
    optional.
    """
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
