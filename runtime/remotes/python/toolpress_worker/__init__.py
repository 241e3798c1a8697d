"""The modules of the worker. They are in a package, so that a module of the user may have a name such as
`schemas` or `convert`.
"""
