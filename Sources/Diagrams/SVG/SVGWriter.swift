import Marbles

/// Writes the elements of a picture, one per line.
struct SVGWriter {
  private(set) var text = ""

  mutating func line(_ line: String) { text += line + "\n" }

  /// Writes an element that contains text.
  mutating func element(_ tag: String, _ content: String) {
    let name = tag.prefix { $0 != " " }
    line("<\(tag)>\(Self.escaped(content))</\(name)>")
  }

  /// Returns text as part of XML, without characters that would end it and without characters that
  /// XML does not have.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
