"""Describes problems of arguments in texts that a model may read."""

import itertools
import re
import typing


class InvalidArgument(ValueError):
    """The error about an invalid argument. The worker writes its text for the model. `path` leads to the
    value inside of the argument.
    """

    def __init__(self, text):
        super().__init__(text)
        self.text, self.path = text, []

    def __str__(self):
        return "at %s: %s" % (".".join(map(str, self.path)), self.text) if self.path else self.text


class Settings:
    """Settings of the worker. `validator_texts` decides whether the model also reads texts that validators of the user raise."""

    validator_texts = False


_MAX_PROBLEMS = 5
_MAX_PATHS = 100
_MAX_TEXT = 300
_NOISE = (
    re.compile(r"\s*For further information visit \S+"),
    re.compile(r"\s*\[type=[^\n]*?input_type=\w+\]"),
    re.compile(r"\s*\(?\bhttps?://[^\s)]+\)?"),
)


def of_pydantic(error, value, skipped=0):
    """Describes a ValidationError. Returns None for any other exception. `skipped` is the number of path
    segments at the beginning that are left out, because our own wrapper adds them.
    """
    try:
        problems = list(error.errors())
        texts = [_problem(problem, value, skipped) for problem in problems[:_MAX_PROBLEMS]]
    except Exception:
        return None
    if not texts:
        return None
    hidden = len(problems) - len(texts)
    return InvalidArgument("; ".join(texts) + (" (and %d more)" % hidden if hidden else ""))


def _problem(problem, value, skipped):
    kind = problem["type"]
    location = ".".join(map(str, _path(problem["loc"][skipped:], value, problem)))
    if kind in _builtin_kinds():
        return _sentence(location, trimmed(problem["msg"]))
    if Settings.validator_texts:
        return _sentence(location, trimmed(re.sub(r"^(Value error|Assertion failed), ", "", problem["msg"])))
    # The user's own validator wrote this text, so it may contain secrets.
    return "refused%s (%s)" % (" at %s" % location if location else "", kind)


def _path(steps, value, problem):
    """Returns the path to the value of a problem. Pydantic inserts the tags of unions into its paths. These
    tags are not part of the input, so they are removed.
    """
    missing = str(problem["type"]).endswith("missing")
    end, last = (len(steps) - 1, list(steps[-1:])) if missing else (len(steps), [])
    if steps and steps[-1] == "[key]":
        end, last = len(steps) - 1, ["[key]"]
    paths = list(itertools.islice(_paths(steps[:end], value), _MAX_PATHS))
    for path, reached in paths:
        if "input" not in problem or _same(reached, problem["input"]):
            return path + last
    return paths[0][0] + last


def _paths(steps, value):
    """Yields each path that follows some of the steps into a value, and the value at its end. The longest
    paths come first.
    """
    if not steps:
        yield [], value
        return
    step, rest = steps[0], steps[1:]
    inside = isinstance(value, dict) and step in value
    if inside or isinstance(value, (list, tuple)) and isinstance(step, int) and step < len(value):
        for path, reached in _paths(rest, value[step]):
            yield [step, *path], reached
    yield from _paths(rest, value)


def _same(one, other):
    try:
        return type(one) is type(other) and bool(one == other)
    except Exception:
        return False


def _sentence(location, text):
    text = text[len("Input ") :] if text.startswith("Input ") else text
    return "at %s: %s" % (location, text) if location else text


def trimmed(text):
    """Returns a text in one line, without links to manuals and copies of the input."""
    for noise in _NOISE:
        text = noise.sub("", text)
    text = " ".join(text.split())
    if len(text) <= _MAX_TEXT:
        return text
    return text[:_MAX_TEXT].rsplit(" ", 1)[0] + "…"


# Kinds of errors whose texts come from validators or from exceptions of other code.
_FOREIGN = {"value_error", "assertion_error", "get_attribute_error", "iteration_error"}


def _builtin_kinds():
    """Returns the kinds of errors whose texts Pydantic 2 writes itself. Pydantic 1 has no such list, so its
    texts are not shown.
    """
    global _kinds
    if _kinds is None:
        try:
            from pydantic_core.core_schema import ErrorType

            _kinds = set(typing.get_args(ErrorType)) - _FOREIGN
        except ImportError:
            _kinds = set()
    return _kinds


_kinds = None
