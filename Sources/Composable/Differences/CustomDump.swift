/// Prints a value as a tree: what it is made of, each part on a line of its own.
///
/// - Parameters:
///   - name: The label before the value.
///   - indent: By how many spaces each line is further in.
///   - maxDepth: How many levels of the tree are shown; deeper parts are `…`.
@discardableResult
public func customDump<Value>(
  _ value: Value, name: String? = nil, indent: Int = 0, maxDepth: Int = .max
) -> Value {
  print(dumpText(value, name, indent, maxDepth))
  return value
}

/// Writes a value as a tree into a text.
@discardableResult
public func customDump<Value, Target: TextOutputStream>(
  _ value: Value, to target: inout Target, name: String? = nil, indent: Int = 0,
  maxDepth: Int = .max
) -> Value {
  target.write(dumpText(value, name, indent, maxDepth))
  return value
}

extension String {
  /// A value as a tree.
  public init(customDumping value: some Any) {
    self = Dump(value).text
  }
}

/// The difference between two values, as a tree of the changes; nil if they print alike.
public func diff<Value>(
  _ first: Value, _ second: Value, format: DiffFormat = .proportional
) -> String? {
  Difference.text(first, second).map(format.marking)
}

/// How `diff` marks the lines of the first value, of the second, and of both.
public struct DiffFormat: Sendable {
  /// The prefix of a line that only the first value has.
  public var first: String
  /// The prefix of a line that only the second value has.
  public var second: String
  /// The prefix of a line that both values have.
  public var both: String

  /// Creates a format from what its lines begin with.
  public init(first: String, second: String, both: String) {
    self.first = first
    self.second = second
    self.both = both
  }

  /// Marks as in a patch: `-` and `+`.
  public static let `default` = DiffFormat(first: "-", second: "+", both: " ")

  /// Marks of the same width in most fonts: `−` and `+`. Reports of tests have these.
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
  /// The value with so many levels of parts; what is deeper is left out.
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
