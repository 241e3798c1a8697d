"""Splits a docstring into the description of a function and the descriptions of its parameters."""

import inspect
import re

_GOOGLE_SECTION = re.compile(
    r"^(args|arguments|parameters|params|returns?|yields?|raises|examples?|notes?|warnings?|see also|todo)\s*:\s*$",
    re.IGNORECASE,
)
_GOOGLE_ITEM = re.compile(r"^\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)$")
_NUMPY_ITEM = re.compile(r"^\*{0,2}(\w+(?:\s*,\s*\w+)*)\s*(?::\s*.*)?$")
_REST_ITEM = re.compile(r"^:param\s+(?:[\w\[\], .|]+\s+)?\*{0,2}(\w+)\s*:\s*(.*)$")
_REST_FIELD = re.compile(r"^:(\w+)[^:]*:")


def split(text):
    """Returns the description, and the texts of the parameters by name. The docstring may have Google, NumPy
    or reST style.
    """
    lines = inspect.cleandoc(text or "").splitlines()
    for style in (_rest, _numpy, _google):
        found = style(lines)
        if found is not None:
            return found
    return "\n".join(lines).strip(), {}


def _join(lines):
    return " ".join(line.strip() for line in lines if line.strip())


def _rest(lines):
    first = next((i for i, line in enumerate(lines) if _REST_FIELD.match(line.strip())), None)
    if first is None or not any(_REST_ITEM.match(line.strip()) for line in lines):
        return None
    parameters, name, parts = {}, None, []

    def close():
        if name is not None:
            parameters[name] = _join(parts)

    for line in lines[first:]:
        item = _REST_ITEM.match(line.strip())
        if item:
            close()
            name, parts = item.group(1), [item.group(2)]
        elif _REST_FIELD.match(line.strip()):
            close()
            name, parts = None, []
        else:
            parts.append(line)
    close()
    return "\n".join(lines[:first]).strip(), parameters


def _numpy(lines):
    def is_section(i):
        return i + 1 < len(lines) and lines[i].strip() and re.match(r"^-{3,}\s*$", lines[i + 1])

    sections = [i for i in range(len(lines)) if is_section(i)]
    if not sections:
        return None
    parameters = {}
    for position, start in enumerate(sections):
        if lines[start].strip().lower() not in ("parameters", "other parameters", "arguments"):
            continue
        end = sections[position + 1] if position + 1 < len(sections) else len(lines)
        names, parts = [], []
        for line in lines[start + 2 : end]:
            item = _NUMPY_ITEM.match(line) if line and not line[0].isspace() else None
            if item:
                for name in names:
                    parameters[name] = _join(parts)
                names, parts = [part.strip() for part in item.group(1).split(",")], []
            else:
                parts.append(line)
        for name in names:
            parameters[name] = _join(parts)
    return "\n".join(lines[: sections[0]]).strip(), parameters


def _google(lines):
    sections = [i for i, line in enumerate(lines) if _GOOGLE_SECTION.match(line)]
    if not sections:
        return None
    parameters = {}
    for position, start in enumerate(sections):
        if not re.match(r"^(args|arguments|parameters|params)\s*:", lines[start], re.IGNORECASE):
            continue
        end = sections[position + 1] if position + 1 < len(sections) else len(lines)
        body = [line for line in lines[start + 1 : end]]
        indents = [len(line) - len(line.lstrip()) for line in body if line.strip()]
        if not indents:
            continue
        name, parts = None, []
        for line in body:
            at_margin = line.strip() and len(line) - len(line.lstrip()) == min(indents)
            item = _GOOGLE_ITEM.match(line.strip()) if at_margin else None
            if item:
                if name is not None:
                    parameters[name] = _join(parts)
                name, parts = item.group(1), [item.group(2)]
            else:
                parts.append(line)
        if name is not None:
            parameters[name] = _join(parts)
    return "\n".join(lines[: sections[0]]).strip(), parameters
