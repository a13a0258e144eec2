/// Prints a value as a tree: what it is made of, each part in a line of its own.
@discardableResult
public func customDump<Value>(_ value: Value, name: String? = nil) -> Value {
  print((name.map { $0 + ": " } ?? "") + Dump(value).text)
  return value
}

/// Writes a value as a tree into a text.
@discardableResult
public func customDump<Value, Target: TextOutputStream>(
  _ value: Value, to target: inout Target, name: String? = nil
) -> Value {
  target.write((name.map { $0 + ": " } ?? "") + Dump(value).text)
  return value
}

extension String {
  /// A value as a tree.
  public init(customDumping value: some Any) {
    self = Dump(value).text
  }
}

/// What differs between two values, as a tree of what changed; nil if they print alike.
public func diff<Value>(_ first: Value, _ second: Value) -> String? {
  Difference.text(first, second)
}
