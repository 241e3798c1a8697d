"""Finds the functions of a module that can be tools, and describes them."""

import ast
import importlib.util
import inspect
import os
import sys
import textwrap
import typing

from . import docstrings, pydantic_types, schemas


def load(path):
    """Imports a file as a module that has the name of the file. The folder of the file is added to the path,
    as `python file.py` does.
    """
    folder, file = os.path.split(os.path.abspath(path))
    sys.path.insert(0, folder)
    name = os.path.splitext(file)[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def functions(module):
    """Returns the functions in `__all__`. Without `__all__`, returns the public functions that the module
    defines, in source order.
    """
    named = getattr(module, "__all__", None)
    if named is not None:
        candidates = [(name, getattr(module, name, None)) for name in named]
    else:
        candidates = [
            (name, value)
            for name, value in vars(module).items()
            if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
        ]
    return {name: value for name, value in candidates if inspect.isfunction(inspect.unwrap(value) if callable(value) else value)}


class Argument:
    """A parameter and its type. A default of `Field(...)` becomes a part of the type, because the function
    must never get the field itself.
    """

    def __init__(self, parameter, hint):
        self.name, self.kind = parameter.name, parameter.kind
        self.variadic = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        self.hint = hint
        self.default = None if parameter.default is parameter.empty else lambda: parameter.default
        # True if the worker must pass the default, because the function itself has no usable default.
        self.passes_default = False
        field = parameter.default
        if pydantic_types.is_field(field):
            self.hint = typing.Annotated[hint, field]
        else:
            notes = typing.get_args(hint)[1:] if typing.get_origin(hint) is typing.Annotated else ()
            field = next((note for note in notes if pydantic_types.is_field(note)), None)
            if field is None or self.default is not None:
                return
        self.default = pydantic_types.default_of(field)
        self.passes_default = self.default is not None

    @property
    def required(self):
        return self.default is None and not self.variadic


def arguments(function):
    """Returns the parameters of a function with their resolved annotations."""
    hints = schemas.hints_of(inspect.unwrap(function))
    return [Argument(one, hints.get(one.name, one.annotation)) for one in inspect.signature(function).parameters.values()]


def returned(function):
    """Returns the annotation of a function's result."""
    return schemas.hints_of(inspect.unwrap(function)).get("return", typing.Any)


def describe(name, function):
    """Returns a tool in the form of MCP, its arguments, and problems for the developer."""
    problems = Problems(name, function)
    description, texts = docstrings.split(inspect.getdoc(function) or "")
    try:
        hints, parameters = schemas.hints_of(inspect.unwrap(function)), arguments(function)
    except Exception as error:  # For example, a forward reference is unknown.
        problems.add(None, "annotations cannot be resolved: %s" % error)
        return None, [], problems.found
    types = schemas.Schemas()
    properties, required = {}, []
    for argument in parameters:
        if argument.variadic:
            problems.add(argument.name, "variadic parameters cannot be declared; it is left out")
            continue
        schema = _schema(argument, types, problems)
        if texts.get(argument.name) and "description" not in schema:
            schema = {**schema, "description": texts[argument.name]}
        if argument.required:
            required.append(argument.name)
        else:
            schema = _with_default(schema, argument)
        properties[argument.name] = schema
    for text in texts:
        if all(text != argument.name for argument in parameters):
            problems.add(text, "the docstring describes a parameter that does not exist")
    tool = {"name": name, "description": description, "inputSchema": _object(properties, required, types.defs)}
    output = _output(hints.get("return", inspect.Signature.empty))
    if output is not None:
        tool["outputSchema"] = output
    return tool, parameters, problems.found


def _with_default(schema, argument):
    try:
        return schemas.with_default(schema, argument.default())
    except Exception:  # The user's own factory raised an exception.
        return schema


def _schema(argument, types, problems):
    try:
        schema = types.of(argument.hint)
    except schemas.NoSchema as error:
        problems.add(argument.name, "%s; any value is accepted" % error)
        schema = {}
    for note in types.ignored:
        problems.add(argument.name, "%s is not understood and is ignored" % (note if isinstance(note, str) else repr(note)))
    types.ignored.clear()
    return schema


class Problems:
    """Collects the problems of one function, with their locations, for the developer."""

    def __init__(self, tool, function):
        self.found = []
        self._tool = tool
        self._locations = locations(function)

    def add(self, parameter, problem):
        one = {"tool": self._tool, "problem": problem}
        if parameter is not None:
            one["parameter"] = parameter
        location = self._locations.get(parameter or "") or self._locations.get("")
        self.found.append({**one, "location": location} if location else one)


def locations(function):
    """Returns the file, line and column of each parameter of a function. The location of the function itself
    has the key "".
    """
    try:
        function = inspect.unwrap(function)
        lines, first = inspect.getsourcelines(function)
        text = "".join(lines)
        indent = len(text) - len(text.lstrip())
        definition = ast.parse(textwrap.dedent(text)).body[0]
        file, parameters = inspect.getsourcefile(function), definition.args
    except Exception:  # The source is not available, or the function is a lambda.
        return {}
    named = [*getattr(parameters, "posonlyargs", []), *parameters.args, *parameters.kwonlyargs, parameters.vararg, parameters.kwarg]

    def at(node, length):
        return {"file": file, "line": first + node.lineno - 1, "column": indent + node.col_offset + 1, "length": length}

    return {"": at(definition, 0), **{one.arg: at(one, len(one.arg)) for one in named if one is not None}}


def _object(properties, required, defs):
    schema = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    if defs:
        schema["$defs"] = defs
    return schema


def _output(hint):
    if hint is inspect.Signature.empty or hint is type(None):
        return None
    types = schemas.Schemas("serialization")
    try:
        schema = types.of_result(hint)
    except schemas.NoSchema:
        return None
    return {**schema, "$defs": types.defs} if types.defs else schema
