"""What the worker is made of. A package of its own, so that a user's module may be called `schemas` or `convert` as well."""
