/// A type that says itself which parts a dump of it shows.
public protocol CustomDumpReflectable {
  var customDumpMirror: Mirror { get }
}

/// A type that is shown as another value in a dump: a wrapper as what it wraps.
public protocol CustomDumpRepresentable {
  var customDumpValue: Any { get }
}

/// A type that says itself the text that stands for it in a dump.
public protocol CustomDumpStringConvertible {
  var customDumpDescription: String { get }
}
