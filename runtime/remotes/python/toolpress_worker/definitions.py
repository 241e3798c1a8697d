"""Keeps the named schemas of one function apart."""

import re

_PREFIX = "#/$defs/"


class Definitions:
    """The schemas under `$defs`. Types of different modules may share a name; each gets its own definition."""

    def __init__(self):
        self.schemas = {}
        self._names = {}

    def reference(self, owner):
        """A reference to the definition of a class; None if it is not defined yet."""
        return {"$ref": _PREFIX + self._names[owner]} if owner in self._names else None

    def define(self, owner, make):
        """Defines a class. `make` may refer to it."""
        if owner not in self._names:
            name = _free(owner.__name__, self.schemas)
            self._names[owner] = name
            self.schemas[name] = {}
            self.schemas[name] = make(owner)
        return self.reference(owner)

    def adopt_class(self, owner, schema):
        """Adds the schema of a class that comes with its own definitions."""
        schema, found = _split(schema)
        schema = _without_title(schema, owner.__name__)
        # A class inside it may have the same name.
        own = owner.__name__
        if schema.get("$ref") in (_PREFIX + name for name in found) and len(schema) == 1:
            own = schema["$ref"][len(_PREFIX) :]
        else:
            own = _free(own, found)
            found[own] = schema
        self._names[owner] = self._adopt(found)[own]
        return self.reference(owner)

    def adopt(self, schema, name=""):
        """Adds the definitions of an inline schema and returns the schema. Its class may have a name."""
        schema, found = _split(schema)
        schema = _without_title(schema, name)
        return _renamed(schema, self._adopt(found))

    def _adopt(self, found):
        names = self._names_for(found)
        for name, definition in found.items():
            self.schemas[names[name]] = _renamed(definition, names)
        return names

    def _names_for(self, found):
        """Names that do not clash with existing definitions. Equal definitions are shared."""
        names = {name: name for name in found}
        clash = self._clash(found, names)
        while clash is not None:
            # A new name changes the schemas that refer to it, so all are compared again.
            names[clash] = _free(clash, {*self.schemas, *names.values()})
            clash = self._clash(found, names)
        return names

    def _clash(self, found, names):
        for name, definition in found.items():
            if names[name] in self.schemas and self.schemas[names[name]] != _renamed(definition, names):
                return name
        return None


def _split(schema):
    schema = dict(schema)
    found = dict(schema.pop("$defs", None) or schema.pop("definitions", None) or {})
    return schema, {name: _without_title(definition, name) for name, definition in found.items()}


def _without_title(schema, name):
    """Removes a title that only repeats the name of its class: `Filter` of `Filter` or `module__Filter`,
    `Page[int]` of `Page_int_`."""
    title = re.sub(r"[^a-zA-Z0-9.\-_]", "_", str(schema.get("title", "")))
    if title == "" or name != title and not name.endswith("__" + title) and re.sub(r"\W", "_", name) != title:
        return schema
    return {key: item for key, item in schema.items() if key != "title"}


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
    return {key: _renamed_value(key, item, names) for key, item in schema.items()}


def _renamed_value(key, item, names):
    if key == "$ref" and isinstance(item, str) and item.startswith(_PREFIX):
        return _PREFIX + names.get(item[len(_PREFIX) :], item[len(_PREFIX) :])
    if key == "mapping" and isinstance(item, dict):
        return {name: _renamed_value("$ref", reference, names) for name, reference in item.items()}
    return _renamed(item, names)
