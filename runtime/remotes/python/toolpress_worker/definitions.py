"""Collects the named schemas of one function and gives each of them a unique name."""

import re

_PREFIX = "#/$defs/"


class Definitions:
    """The schemas under `$defs`. Types of different modules may have the same name. Each type gets a
    definition of its own.
    """

    def __init__(self):
        self.schemas = {}
        self._names = {}

    def reference(self, owner):
        """Returns a reference to the definition of a class, or None if the class has no definition yet."""
        return {"$ref": _PREFIX + self._names[owner]} if owner in self._names else None

    def define(self, owner, make):
        """Defines a class and returns a reference. The schema that `make` returns may refer to the class."""
        if owner not in self._names:
            name = _free(owner.__name__, self.schemas)
            self._names[owner] = name
            self.schemas[name] = {}
            self.schemas[name] = make(owner)
        return self.reference(owner)

    def adopt_class(self, owner, schema):
        """Adds the schema of a class and the definitions inside of that schema. Returns a reference to the class."""
        schema, found = _split(schema)
        schema = _without_title(schema, owner.__name__)
        # A class inside of the schema may have the same name.
        own_name = owner.__name__
        if schema.get("$ref") in (_PREFIX + name for name in found) and len(schema) == 1:
            own_name = schema["$ref"][len(_PREFIX) :]
        else:
            own_name = _free(own_name, found)
            found[own_name] = schema
        self._names[owner] = self._adopt(found)[own_name]
        return self.reference(owner)

    def adopt(self, schema, name=""):
        """Adds the definitions of an inline schema and returns the schema without them. `name` is the name of
        the class that the schema describes, or "".
        """
        schema, found = _split(schema)
        schema = _without_title(schema, name)
        return _renamed(schema, self._adopt(found))

    def _adopt(self, found):
        names = self._names_for(found)
        for name, definition in found.items():
            self.schemas[names[name]] = _renamed(definition, names)
        return names

    def _names_for(self, found):
        """Returns names that do not clash with existing definitions. Equal definitions share a name."""
        names = {name: name for name in found}
        clash = self._clash(found, names)
        while clash is not None:
            # A new name changes the schemas that refer to it, so all schemas are compared again.
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
    """Removes a title that only repeats the name of its class. Examples: the title `Filter` of the class
    `Filter` or `module__Filter`, and the title `Page[int]` of `Page_int_`.
    """
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
    """Returns the schema with new names in its references."""
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
