/// A type that says itself which parts a dump of it shows.
public protocol CustomDumpReflectable {
  /// The mirror to dump in place of the value's own.
  var customDumpMirror: Mirror { get }
}

/// A type that is shown as another value in a dump: a wrapper as what it wraps.
public protocol CustomDumpRepresentable {
  /// The value to dump in place of this one.
  var customDumpValue: Any { get }
}

/// A type that says itself the text that stands for it in a dump.
public protocol CustomDumpStringConvertible {
  /// The text to dump in place of the value.
  var customDumpDescription: String { get }
}
