package import Expressions
import Values

/// The path of an output: a string with expressions in braces, each with its place in the string.
package struct OutputPath: Sendable {
  /// The limit on "folders in the path of an output".
  static let folderLimit = 64
  /// The limit on "length of a file name", in bytes: the 255 of most systems, without `.partial`.
  package static let nameLimit = 247

  /// A piece of the path.
  package enum Part: Sendable {
    case literal(String)
    /// An expression, and the number of scalars before it.
    case expression(CheckedExpression, offset: Int)
  }

  /// The path as the document states it.
  package let text: String
  package let parts: [Part]

  /// The path, if it is the same for all values.
  package var fixed: String? {
    if parts.isEmpty { return "" }
    guard parts.count == 1, case .literal(let text) = parts[0] else { return nil }
    return text
  }
}

/// A path that has been split, but whose expressions have not been checked.
struct OutputPathText {
  enum Piece: Equatable {
    case literal(String)
    case expression(String, offset: Int)
  }

  /// A mistake in a range of scalars.
  struct Mistake: Error {
    let message: String
    let hint: String?
    var range: Range<Int>?
    var isLimit = false

    init(_ message: String, hint: String? = nil, _ range: Range<Int>? = nil) {
      (self.message, self.hint, self.range) = (message, hint, range)
    }
  }

  private(set) var pieces: [Piece] = []

  /// Splits a path at its expressions. `{{` and `}}` are escapes for braces.
  init(_ text: String) throws(Mistake) {
    let scalars = Array(text.unicodeScalars)
    var literal = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let isDoubled = index + 1 < scalars.count && scalars[index + 1] == scalar
      if scalar == "{" || scalar == "}", isDoubled {
        literal.append(scalar)
        index += 2
      } else if scalar == "}" {
        throw Mistake(
          "found '}' without '{'", hint: "write '}}' for a brace", index..<index + 1)
      } else if scalar == "{" {
        guard let end = Self.end(ofExpressionAt: index, in: scalars) else {
          throw Mistake(
            "found '{' without '}'", hint: "write '{{' for a brace", index..<index + 1)
        }
        if !literal.isEmpty { pieces.append(.literal(String(literal))) }
        literal = .init()
        var expression = String.UnicodeScalarView()
        expression.append(contentsOf: scalars[(index + 1)..<end])
        pieces.append(.expression(String(expression), offset: index + 1))
        index = end + 1
      } else {
        literal.append(scalar)
        index += 1
      }
    }
    if !literal.isEmpty { pieces.append(.literal(String(literal))) }
    try checkNames()
    try checkSeparators()
  }

  /// Creates a path from a string without expressions, taken literally.
  init(plain text: String) throws(Mistake) {
    pieces = text.isEmpty ? [] : [.literal(text)]
    try checkNames()
  }

  /// Returns the index of the brace that ends an expression. Skips braces and string literals
  /// inside it.
  private static func end(ofExpressionAt start: Int, in scalars: [Unicode.Scalar]) -> Int? {
    var depth = 0
    var quote: Unicode.Scalar?
    var index = start
    while index < scalars.count {
      let scalar = scalars[index]
      if let open = quote {
        if scalar == "\\" { index += 1 } else if scalar == open { quote = nil }
      } else if scalar == "'" || scalar == "\"" {
        quote = scalar
      } else if scalar == "{" {
        depth += 1
      } else if scalar == "}" {
        depth -= 1
        if depth == 0 { return index }
      }
      index += 1
    }
    return nil
  }
}

// MARK: - What a path may contain

extension OutputPathText {
  /// Refuses a path that could lead out of its folder, or that does not name a file.
  private func checkNames() throws(Mistake) {
    // An expression is encoded as part of a name, so it is neither empty nor only '..'.
    let text = pieces.map { if case .literal(let text) = $0 { text } else { "{}" } }.joined()
    let below = "paths start at the folder that '--outputs' names"
    if text.isEmpty { throw Mistake("found an empty path, expected the path of a file") }
    if text.unicodeScalars.contains("\0") {
      throw Mistake("found a NUL character, which a path cannot have")
    }
    if text.hasPrefix("/") {
      throw Mistake("found an absolute path, expected a relative path", hint: below)
    }
    let names = text.split(separator: "/", omittingEmptySubsequences: false)
    if text.hasSuffix("/") {
      throw Mistake(
        "found the path of a folder, expected the path of a file")
    }
    if names.contains("") { throw Mistake("found '//', expected one '/'") }
    if names.contains("..") { throw Mistake("a path cannot contain '..'", hint: below) }
    if names.contains(".") { throw Mistake("a path cannot contain '.' as a name") }
    if let long = names.first(where: { $0.utf8.count > OutputPath.nameLimit }) {
      throw limit(
        "the name '\(String(long).abbreviated)' is too long; the limit for a file name is "
          + "\(OutputPath.nameLimit) bytes")
    }
    if names.count - 1 > OutputPath.folderLimit {
      throw limit(
        "too many folders; the limit is \(OutputPath.folderLimit) in the path of an output")
    }
  }

  private func limit(_ message: String) -> Mistake {
    var mistake = Mistake(message)
    mistake.isLimit = true
    return mistake
  }

  /// Refuses expressions whose results could not be distinguished in the name of a file: `ab` and
  /// `c` look like `a` and `bc`.
  private func checkSeparators() throws(Mistake) {
    var between: String?
    for piece in pieces {
      switch piece {
      case .literal(let text): between?.append(text)
      case .expression(let text, let offset):
        if let between, between.utf8.allSatisfy({ $0.isPlainInOutputName || $0 == 0x25 }) {
          throw Mistake(
            "two expressions need a separator between them",
            hint: "put '/', '+' or '=' between them", offset..<offset + text.unicodeScalars.count)
        }
        between = ""
      }
    }
  }
}

extension UInt8 {
  /// Whether the byte is written unchanged in the name of a file that is derived from a value.
  package var isPlainInOutputName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
