// One import is enough for a test of features.
@_exported public import ReactiveTesting
