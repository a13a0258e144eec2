/// The path from a document's root to something in it: `stream[3].operators[0].map.expression`.
public struct DocumentPath: Codable, Sendable, Hashable {
  /// A step from a value to one inside it.
  public enum Component: Codable, Sendable, Hashable {
    /// A key of an object.
    case key(Text)
    /// An index of an array, counted from 0.
    case index(Int)
  }

  /// The steps, starting at the root.
  public var components: [Component]

  /// Creates a path from its steps.
  public init(_ components: [Component] = []) {
    self.components = components
  }

  /// Whether the path has no steps.
  public var isRoot: Bool { components.isEmpty }

  /// Returns the path with a key appended.
  public func appending(_ key: Text) -> DocumentPath { DocumentPath(components + [.key(key)]) }
  /// Returns the path with an index appended.
  public func appending(_ index: Int) -> DocumentPath { DocumentPath(components + [.index(index)]) }
}

extension DocumentPath: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Component...) {
    self.init(elements)
  }
}

extension DocumentPath.Component: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  public init(stringLiteral value: String) { self = .key(Text(value)) }
  public init(integerLiteral value: Int) { self = .index(value) }
}

extension DocumentPath: CustomStringConvertible {
  /// The path as shown to people. Keys that are not identifiers appear in brackets and quotes.
  /// Empty for the root.
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where key.isIdentifier: text += text.isEmpty ? "\(key)" : ".\(key)"
      case .key(let key): text += "['\(key.escapedForPath)']"
      }
    }
    return text
  }
}

extension Text {
  /// Whether the string is a letter, `_` or `$`, followed by more of these and digits, all in
  /// ASCII.
  fileprivate var isIdentifier: Bool {
    guard let first = utf8.first, first < .digit0 || first > .digit9 else { return false }
    return utf8.allSatisfy(isPartOfWord)
  }

  /// The string with a backslash before quotes and backslashes, and with control characters as
  /// numbers.
  fileprivate var escapedForPath: String {
    var result = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "'", "\\": result += "\\\(scalar)"
      case "\0"..<" ": result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
