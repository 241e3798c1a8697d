"""Finds the functions of a module that can be tools, and describes them."""

import importlib.util
import inspect
import os
import sys

import docstrings
import schemas


def load(path):
    """Imports a file under its own name, with its folder importable, as `python file.py` would."""
    folder, file = os.path.split(os.path.abspath(path))
    sys.path.insert(0, folder)
    name = os.path.splitext(file)[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def functions(module):
    """The functions of `__all__`, or the public ones that the module itself defines, in source order."""
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


def describe(name, function):
    """A tool as MCP lists it, and the problems that a person should know of."""
    problems = []
    description, texts = docstrings.split(inspect.getdoc(function) or "")
    try:
        hints = schemas.hints_of(inspect.unwrap(function))
    except Exception as error:  # a forward reference that leads nowhere, a syntax error in a string
        problems.append({"tool": name, "problem": "annotations cannot be resolved: %s" % error, "fatal": True})
        return None, problems
    types = schemas.Schemas()
    properties, required = {}, []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            problems.append({"tool": name, "parameter": parameter.name, "problem": "variadic parameters cannot be declared; it is left out"})
            continue
        schema = _schema(name, parameter, hints, types, problems)
        if texts.get(parameter.name) and "description" not in schema:
            schema = {**schema, "description": texts[parameter.name]}
        if parameter.default is parameter.empty:
            required.append(parameter.name)
        else:
            schema = schemas.with_default(schema, parameter.default)
        properties[parameter.name] = schema
    unknown = [text for text in texts if text not in inspect.signature(function).parameters]
    for text in unknown:
        problems.append({"tool": name, "parameter": text, "problem": "the docstring describes a parameter that does not exist"})
    tool = {"name": name, "description": description, "inputSchema": _object(properties, required, types.defs)}
    output = _output(hints.get("return", inspect.Signature.empty))
    if output is not None:
        tool["outputSchema"] = output
    return tool, problems


def _schema(tool, parameter, hints, types, problems):
    hint = hints.get(parameter.name, parameter.annotation)
    try:
        return types.of(hint)
    except schemas.Untold as error:
        problems.append({"tool": tool, "parameter": parameter.name, "problem": "%s; any value is accepted" % error})
        return {}


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
    types = schemas.Schemas()
    try:
        schema = types.of(hint)
    except schemas.Untold:
        return None
    return {**schema, "$defs": types.defs} if types.defs else schema
