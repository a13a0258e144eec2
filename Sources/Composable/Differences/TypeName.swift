/// Type names as a person writes them: without modules, and without the marks of local types.
package enum TypeName {
  package static func of(_ type: Any.Type) -> String {
    simplified(String(reflecting: type))
  }

  /// Drops the first part of each name that has several parts: `Swift.Array<Tests.Row.State>`
  /// becomes `Array<Row.State>`.
  static func simplified(_ name: String) -> String {
    var result = ""
    var parts: [String] = []
    var part = ""
    func flush() {
      if !part.isEmpty { parts.append(part) }
      result += (parts.count > 1 ? Array(parts.dropFirst()) : parts).joined(separator: ".")
      (parts, part) = ([], "")
    }
    var rest = Substring(name)
    while let character = rest.first {
      if rest.hasPrefix("(unknown context at ") || rest.hasPrefix("(extension in ") {
        // The context of a local type is an address, or is not useful to a reader.
        let end = rest.firstIndex(of: ")") ?? rest.endIndex
        rest = rest[end...].dropFirst()
        if rest.first == "." || rest.first == ":" { rest = rest.dropFirst() }
      } else if character == "." {
        parts.append(part)
        part = ""
        rest = rest.dropFirst()
      } else if character.isLetter || character.isNumber || character == "_" {
        part.append(character)
        rest = rest.dropFirst()
      } else {
        flush()
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    flush()
    return result
  }
}
