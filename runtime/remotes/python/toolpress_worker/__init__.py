"""Modules of the worker. A package, so that a user's module may be called `schemas` or `convert`."""
