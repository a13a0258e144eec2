/// A piece of Swift code, formatted to 100 columns in the style of `swift format`.
///
/// Its methods recurse as deeply as the code is nested. Limits on the written code keep that
/// bounded.
package indirect enum SwiftCode {
  /// Text on one line.
  case atom(String)
  /// A string literal. A long one is split over several lines.
  case string(String)
  /// Elements between brackets, with commas: arguments, or the elements of an array.
  case list(opening: String, elements: [SwiftCode], closing: String)
  case labeled(String, SwiftCode)
  /// Parts with nothing between them.
  case joined([SwiftCode])
  /// A publisher, and the calls after it, without their dots.
  case chain(SwiftCode, [SwiftCode])
  /// A publisher after `return` or the name of a constant.
  case statement(String, SwiftCode)
  /// Lines in braces, after the names of the closure's parameters.
  case closure(String, [SwiftCode])

  static let width = 100

  package static func call(_ name: String, _ arguments: [SwiftCode] = []) -> SwiftCode {
    .list(opening: "\(name)(", elements: arguments, closing: ")")
  }

  package static func array(_ elements: [SwiftCode]) -> SwiftCode {
    .list(opening: "[", elements: elements, closing: "]")
  }

  /// The piece on one line; nil if it takes several.
  var flat: String? {
    switch self {
    case .atom(let text): return text
    case .string(let text):
      let literal = "\"\(text.escapedForSwift)\""
      return literal.count > 70 ? nil : literal
    case .list(let opening, let elements, let closing):
      guard let elements = Self.flat(elements) else { return nil }
      return opening + elements.joined(separator: ", ") + closing
    case .labeled(let label, let code): return code.flat.map { "\(label): \($0)" }
    case .statement(let word, let code): return code.flat.map { "\(word) \($0)" }
    case .joined(let parts): return Self.flat(parts)?.joined()
    case .chain(let base, let calls):
      guard calls.count < 3, let base = base.flat, let calls = Self.flat(calls) else { return nil }
      return ([base] + calls).joined(separator: ".")
    case .closure(let head, let lines):
      guard lines.count == 1, let line = lines[0].flat else { return nil }
      return "{ \(head.isEmpty ? "" : "\(head) in ")\(line) }"
    }
  }

  private static func flat(_ parts: [SwiftCode]) -> [String]? {
    var texts: [String] = []
    for part in parts {
      guard let text = part.flat else { return nil }
      texts.append(text)
    }
    return texts
  }

  /// Returns the piece as text that begins at a column of a line with some indentation, and is
  /// followed by `rest` further characters on its last line.
  func text(indent: Int, column: Int, followedBy rest: Int = 0) -> String {
    if let flat, column + flat.count + rest <= Self.width { return flat }
    let inner = indent + 2
    switch self {
    case .atom(let text): return text
    case .string(let text): return flat ?? Self.lines(of: text, indent: indent)
    case .list(let opening, let elements, let closing):
      if elements.isEmpty { return opening + closing }
      return opening + "\n" + Self.lines(of: elements, indent: inner)
        + (opening == "[" && elements.count > 1 ? ",\n" : "\n") + Self.blank(indent) + closing
    case .labeled(let label, let code):
      return "\(label):"
        + (code.chainBelow(indent: inner)
          ?? " " + code.text(indent: indent, column: column + label.count + 2, followedBy: rest))
    case .statement(let word, let code):
      return word
        + (code.chainBelow(indent: inner)
          ?? " " + code.text(indent: indent, column: column + word.count + 1))
    case .joined(let parts): return Self.text(of: parts, indent: indent, column: column)
    case .chain(let base, let calls):
      let first = base.text(indent: indent, column: column)
      // Calls after a closing bracket are indented like the bracket.
      let margin = first.contains("\n") ? indent : inner
      return first
        + calls.map {
          "\n" + Self.blank(margin) + "." + $0.text(indent: margin, column: margin + 1)
        }.joined()
    case .closure(let head, let lines):
      return "{\(head.isEmpty ? "" : " \(head) in")\n"
        + lines.map { Self.blank(inner) + $0.text(indent: inner, column: inner) + "\n" }.joined()
        + Self.blank(indent) + "}"
    }
  }

  /// Returns the lines of a publisher that begins on its own line below a word; nil for other
  /// pieces.
  private func chainBelow(indent: Int) -> String? {
    guard case .chain(let base, let calls) = self, let first = base.flat,
      indent + first.count <= Self.width
    else { return nil }
    return ([first] + calls.map { ".\($0.text(indent: indent, column: indent + 1))" })
      .map { "\n\(Self.blank(indent))\($0)" }.joined()
  }

  static func blank(_ count: Int) -> String { String(repeating: " ", count: count) }

  private static func text(of parts: [SwiftCode], indent: Int, column: Int) -> String {
    var text = ""
    for (index, part) in parts.enumerated() {
      let last = text.lastIndex(of: "\n").map { text.distance(from: $0, to: text.endIndex) - 1 }
      let rest = width(of: parts[(index + 1)...])
      text += part.text(indent: indent, column: last ?? column + text.count, followedBy: rest)
    }
    return text
  }

  /// Returns the width that parts need on the line of the previous ones. A closure may continue on
  /// the next line.
  private static func width(of parts: ArraySlice<SwiftCode>) -> Int {
    var width = 0
    for part in parts {
      if case .closure(let head, _) = part { return width + head.count + "{  in".count }
      width += part.flat?.count ?? 0
    }
    return width
  }

  /// Writes elements. Labeled ones are on separate lines; others are on a line together if they
  /// fit.
  private static func lines(of elements: [SwiftCode], indent: Int) -> String {
    let isFilled = elements.allSatisfy { $0.isShort }
    var lines: [String] = []
    for (index, element) in elements.enumerated() {
      let comma = index == elements.count - 1 ? "" : ","
      if isFilled, let text = element.flat, let last = lines.last,
        last.count + text.count + 2 <= width
      {
        lines[lines.count - 1] = "\(last) \(text)\(comma)"
      } else {
        lines.append(
          blank(indent) + element.text(indent: indent, column: indent, followedBy: 1) + comma)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Whether it may be on the same line as others.
  private var isShort: Bool {
    if case .labeled = self { return false }
    if case .chain = self { return false }
    return (flat?.count ?? Self.width) < 40
  }

  /// Writes a long string literal as lines that are joined.
  private static func lines(of text: String, indent: Int) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      for piece in String(word).pieces(of: width - indent - 20) {
        let escaped = piece.escapedForSwift
        if !line.isEmpty, indent + line.count + escaped.count + 2 > width {
          lines.append(line)
          line = ""
        }
        line += escaped
      }
      line += " "
    }
    line.removeLast()
    lines.append(line)
    let quotes = "\"\"\""
    let shown = lines.map { blank(indent) + $0 }.joined(separator: "\\\n")
    return "\(quotes)\n\(shown)\n\(blank(indent))\(quotes)"
  }
}

extension String {
  /// The text between the quotes of a Swift string literal.
  var escapedForSwift: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        // Scalars that are invisible, or that change the order of others, are written by number.
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
          .surrogate, .nonspacingMark, .enclosingMark, .spacingMark:
          result += "\\u{\(String(scalar.value, radix: 16))}"
        case .spaceSeparator where scalar != " ":
          result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// Splits a long text into pieces.
  fileprivate func pieces(of length: Int) -> [String] {
    guard count > length, length > 0 else { return [self] }
    var pieces: [String] = []
    var rest = self[...]
    while !rest.isEmpty {
      pieces.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return pieces
  }
}
