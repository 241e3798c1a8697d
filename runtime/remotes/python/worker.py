"""Runs the functions of one Python file for toolpress. The worker reads JSON lines from stdin and writes JSON
lines to its original stdout.

The worker uses only the standard library and needs Python 3.9 or newer. A request is {"id", "method", "params"}.
An answer is {"id", "result"} or {"id", "error": {"type", "message", "model"?}}. The field "model" is
{"code", "message"}. The model reads no other text of an error. File descriptor 1 is redirected before any
code of the user runs, so `print` writes to stderr.
"""

import asyncio
import concurrent.futures
import inspect
import json
import os
import sys
import threading
import traceback

_here = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [_here, *(folder for folder in sys.path if folder != _here)]

from toolpress_worker import convert, introspect, pydantic_types, refusals  # noqa: E402

# The user may have a module with the same name as this file.
sys.path.remove(_here)


class ProtocolWriter:
    """Writes all messages to toolpress. The lock keeps lines of different threads apart."""

    def __init__(self):
        self._out = os.fdopen(os.dup(1), "wb", buffering=0)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        self._lock = threading.Lock()

    def send(self, message):
        line = json.dumps(message, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n"
        with self._lock:
            view = memoryview(line)
            while view:
                view = view[self._out.write(view) :]


class Refused(Exception):
    """Raised if the arguments of a call are invalid. The worker writes the text of this error for the model."""


def _converted(name, value, hint):
    """Converts an argument. The conversion runs the user's own code, such as `__post_init__`. The model reads
    only the ToolErrors of that code.
    """
    try:
        return convert.to_python(value, hint)
    except refusals.InvalidArgument as error:
        raise Refused("argument %r: %s" % (name, error)) from error.__cause__ or error
    except BaseException as error:
        if type(error).__name__ == "ToolError":
            raise Refused(str(error)) from error
        traceback.print_exc()
        raise Refused("argument %r: refused" % name) from error


def _bound(arguments, args, validates):
    """Returns the positional and keyword arguments for a function. A function that `validates` its arguments
    has defaults of its own and parses JSON texts itself.
    """
    positional, keywords = [], {}
    for argument in arguments:
        if argument.name in args:
            value = _converted(argument.name, args[argument.name], argument.hint)
            if validates and pydantic_types.holds_json_text(argument.hint):
                value = args[argument.name]
        elif argument.required:
            raise Refused("missing argument %r" % argument.name)
        elif argument.passes_default and not validates:
            value = argument.default()
        else:
            continue
        if argument.kind is inspect.Parameter.POSITIONAL_ONLY:
            positional.append(value)
        else:
            keywords[argument.name] = value
    names = {argument.name for argument in arguments}
    unknown = [name for name in args if name not in names]
    if unknown:
        raise Refused("unknown argument %r" % unknown[0])
    return positional, keywords


async def _collected(results):
    return [result async for result in results]


class Worker:
    def __init__(self, path, writer):
        self._writer = writer
        module = introspect.load(path)
        self._functions = introspect.functions(module)
        self._tools, self._problems, self._locations, self._arguments = [], [], {}, {}
        for name, function in self._functions.items():
            tool, arguments, problems = introspect.describe(name, function)
            self._problems.extend(problems)
            if tool is not None:
                self._tools.append(tool)
                self._locations[name] = introspect.locations(function)
                self._arguments[name] = arguments
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._running = {}

    def serve(self):
        for line in sys.stdin.buffer:
            if not line.strip():
                continue
            request = json.loads(line)
            method, params = request.get("method"), request.get("params") or {}
            if method == "list":
                listing = {"tools": self._tools, "locations": self._locations, "problems": self._problems}
                self._writer.send({"id": request["id"], "result": listing})
            elif method == "cancel":
                task = self._running.get(params.get("id"))
                if task is not None:
                    self._loop.call_soon_threadsafe(task.cancel)
            elif method == "call":
                threading.Thread(target=self._call, args=(request["id"], params), daemon=True).start()
            else:
                self._fail(request.get("id"), "ProtocolError", "unknown method %r" % (method,))

    def _fail(self, request, kind, message, model=None):
        error = {"type": kind, "message": message}
        if model is not None:
            error["model"] = model
        self._writer.send({"id": request, "error": error})

    def _call(self, request, params):
        name = params.get("name")
        # Only listed functions can be called. Any other attribute of the module is refused.
        if name not in self._arguments:
            return self._fail(request, "UnknownTool", "no function %r" % (name,))
        function = self._functions[name]
        try:
            positional, keywords = _bound(self._arguments[name], params.get("args") or {}, hasattr(function, "raw_function"))
        except Refused as refusal:
            cause = refusal.__cause__ or refusal
            model_message = {"code": "INVALID_ARGUMENTS", "message": str(refusal)}
            return self._fail(request, type(cause).__name__, str(cause), model_message)
        try:
            value = function(*positional, **keywords)
            if inspect.isasyncgen(value):
                value = _collected(value)
            if inspect.isawaitable(value):
                value = self._await(request, value)
            self._writer.send({"id": request, "result": convert.result(value, introspect.returned(function))})
        except (asyncio.CancelledError, concurrent.futures.CancelledError):
            self._fail(request, "Cancelled", "the call was cancelled")
        except (SystemExit, KeyboardInterrupt) as error:
            self._fail(request, type(error).__name__, "the function tried to end the process")
        except BaseException as error:
            traceback.print_exc()
            kind, message = type(error).__name__, str(error)
            model_message = {"code": "TOOL_FAILED", "message": message} if kind == "ToolError" else None
            self._fail(request, kind, message, model_message)

    def _await(self, request, awaitable):
        async def run():
            self._running[request] = asyncio.current_task()
            try:
                return await awaitable
            finally:
                del self._running[request]

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result()


def main():
    writer = ProtocolWriter()
    refusals.Settings.validator_texts = "--validator-texts" in sys.argv[2:]
    try:
        worker = Worker(sys.argv[1], writer)
    except BaseException as error:
        traceback.print_exc()
        writer.send({"ready": False, "error": {"type": type(error).__name__, "message": str(error)}})
        sys.exit(1)
    writer.send({"ready": True, "python": ".".join(map(str, sys.version_info[:3])), "pid": os.getpid()})
    worker.serve()
    os._exit(0)


if __name__ == "__main__":
    main()
