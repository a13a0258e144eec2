/// Prints a value as a tree of its parts, each on a separate line.
///
/// - Parameters:
///   - name: The label before the value.
///   - indent: The number of spaces before each line.
///   - maxDepth: The number of levels of the tree to show. Deeper parts are shown as `…`.
@discardableResult
public func customDump<Value>(
  _ value: Value, name: String? = nil, indent: Int = 0, maxDepth: Int = .max
) -> Value {
  print(dumpText(value, name, indent, maxDepth))
  return value
}

/// Writes a value as a tree to a text stream.
@discardableResult
public func customDump<Value, Target: TextOutputStream>(
  _ value: Value, to target: inout Target, name: String? = nil, indent: Int = 0,
  maxDepth: Int = .max
) -> Value {
  target.write(dumpText(value, name, indent, maxDepth))
  return value
}

extension String {
  /// Creates the text of a value as a tree.
  public init(customDumping value: some Any) {
    self = Dump(value).text
  }
}

/// Returns the difference between two values, as a tree of the changes; nil if both print the same.
public func diff<Value>(
  _ first: Value, _ second: Value, format: DiffFormat = .proportional
) -> String? {
  Difference.text(first, second).map(format.marking)
}

/// The marks that `diff` puts before the lines of the first value, of the second, and of both.
public struct DiffFormat: Sendable {
  /// The prefix of a line that only the first value has.
  public var first: String
  /// The prefix of a line that only the second value has.
  public var second: String
  /// The prefix of a line that both values have.
  public var both: String

  /// Creates a format from the prefixes of its lines.
  public init(first: String, second: String, both: String) {
    self.first = first
    self.second = second
    self.both = both
  }

  /// The marks of a patch: `-` and `+`.
  public static let `default` = DiffFormat(first: "-", second: "+", both: " ")

  /// Marks of the same width in most fonts: `−` and `+`. Test reports use these.
  public static let proportional = DiffFormat(first: "−", second: "+", both: " ")

  fileprivate func marking(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let mark =
        switch line.first {
        case "−": first
        case "+": second
        default: both
        }
      return mark + line.dropFirst()
    }
    .joined(separator: "\n")
  }
}

private func dumpText(_ value: Any, _ name: String?, _ indent: Int, _ maxDepth: Int) -> String {
  let space = String(repeating: " ", count: max(0, indent))
  var lines = Dump(value).cut(below: maxDepth).lines()
  if let name { lines[0] = "\(name): \(lines[0])" }
  return lines.map { space + $0 }.joined(separator: "\n")
}

extension Dump {
  /// Returns the value with at most `depth` levels of parts. Deeper parts are left out.
  fileprivate func cut(below depth: Int) -> Dump {
    guard case .tree(let open, let members, let close, let isKeyed) = self, !members.isEmpty else {
      return self
    }
    guard depth > 0 else { return .leaf(open + "…" + close) }
    return .tree(
      open: open,
      members: members.map { Member(label: $0.label, value: $0.value.cut(below: depth - 1)) },
      close: close, isKeyed: isKeyed)
  }
}

/// A type that chooses the parts that a dump of it shows.
public protocol CustomDumpReflectable {
  /// The mirror to dump in place of the value's own.
  var customDumpMirror: Mirror { get }
}

/// A type that a dump shows as another value, such as a wrapper that is shown as the wrapped value.
public protocol CustomDumpRepresentable {
  /// The value to dump in place of this one.
  var customDumpValue: Any { get }
}

/// A type that chooses its text in a dump.
public protocol CustomDumpStringConvertible {
  /// The text to dump in place of the value.
  var customDumpDescription: String { get }
}
