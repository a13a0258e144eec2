import Values

/// The names of a Swift type's members. Each name is given only once.
struct SwiftNames {
  private var taken: Set<String> = ["scheduler", "repetitionLimit", "item"]

  /// Returns a name for a member that has the given name in a file.
  mutating func member(_ text: String) -> String {
    var name = Self.identifier(of: text, isType: false)
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(Self.identifier(of: text, isType: false))\(number)"
      number += 1
    }
    return name
  }

  /// Returns an identifier for a string: its words, beginning with a lowercase letter unless it is
  /// the name of a type.
  static func identifier(of text: String, isType: Bool) -> String {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    var name = ""
    for word in words {
      name +=
        name.isEmpty && !isType
        ? word.prefix(1).lowercased() + word.dropFirst()
        : word.prefix(1).uppercased() + word.dropFirst()
    }
    if name.isEmpty { name = isType ? "Stream" : "stream" }
    if name.first?.isNumber == true { name = (isType ? "Stream" : "stream") + name }
    let isPart = name.hasPrefix("part") && name.dropFirst(4).allSatisfy(\.isNumber)
    return keywords.contains(name) || isPart ? name + (isType ? "Stream" : "Values") : name
  }

  /// The words of the language that cannot be names, and names that would hide others that are
  /// used.
  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "error", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "group", "guard", "if", "import", "in", "init", "inout", "internal", "is", "key",
    "let", "nil", "operator", "outer", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "upstream", "value", "values", "var", "where",
    "while", "failure", "window", "signal", "running",
    "Any", "AnyPublisher", "Array", "Bool", "CEL", "Dictionary", "Double", "Duration", "Error",
    "EvaluationError", "Fail", "Instant", "Int", "Int64", "Just", "Protocol", "Publisher",
    "Publishers", "Self", "SideOutput", "String", "TimedSequence", "Timeline", "Type", "Value",
  ]
}
