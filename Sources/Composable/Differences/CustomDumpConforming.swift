/// A type that chooses the parts that a dump of it shows.
public protocol CustomDumpReflectable {
  /// The mirror to dump in place of the value's own.
  var customDumpMirror: Mirror { get }
}

/// A type that a dump shows as another value: a wrapper as the value that it wraps.
public protocol CustomDumpRepresentable {
  /// The value to dump in place of this one.
  var customDumpValue: Any { get }
}

/// A type that chooses its text in a dump.
public protocol CustomDumpStringConvertible {
  /// The text to dump in place of the value.
  var customDumpDescription: String { get }
}
