package import Values

/// A change of a document.
package enum DocumentEdit: Sendable {
  /// Replaces a value, or adds a member.
  case set(EditPath, SourceText)
  /// Adds a member, or adds an element before another one or at the end.
  case insert(EditPath, SourceText)
  /// Removes a member or an element.
  case remove(EditPath)
  /// Removes a value, and then inserts it elsewhere. Within an object, this renames a member.
  case move(EditPath, EditPath)

  /// The words that begin an edit.
  package static let verbs = ["set", "insert", "remove", "move"]

  /// Reads edits from words: `set PATH JSON remove PATH`. Throws if the words are not edits.
  package static func edits(_ words: [String]) throws(EditError) -> [DocumentEdit] {
    var edits: [DocumentEdit] = []
    var rest = words[...]
    while let verb = rest.popFirst() {
      guard verbs.contains(verb) else {
        throw EditError("unknown edit '\(verb)'", hint: "expected set, insert, remove or move")
      }
      func next(_ noun: String) throws(EditError) -> String {
        guard let word = rest.popFirst() else {
          throw EditError("'\(verb)' without \(noun)", hint: "expected \(form(of: verb))")
        }
        return word
      }
      let path = try EditPath(try next("a path"))
      switch verb {
      case "set": edits.append(.set(path, try json(try next("a value"))))
      case "insert": edits.append(.insert(path, try json(try next("a value"))))
      case "move": edits.append(.move(path, try EditPath(try next("a second path"))))
      default: edits.append(.remove(path))
      }
    }
    guard !edits.isEmpty else {
      throw EditError("no edit", hint: "expected set, insert, remove or move")
    }
    return edits
  }

  private static func form(of verb: String) -> String {
    switch verb {
    case "remove": "remove PATH"
    case "move": "move PATH PATH"
    default: "\(verb) PATH JSON"
    }
  }

  private static func json(_ text: String) throws(EditError) -> SourceText {
    let source = SourceText(name: "<value>", text)
    do throws(ReadError) {
      try JSONReader.reading(source) { reader throws(ReadError) in
        try reader.skipValue()
        try reader.finish()
      }
      return source
    } catch {
      let isWord = text.first.map { $0.isLetter || $0 == "$" || $0 == "." } ?? false
      throw EditError(
        "'\(text)' is not JSON: \(error.message)",
        hint: isWord ? "write a string in quotes: '\"\(text)\"'" : error.hint)
    }
  }
}

extension [DocumentEdit] {
  /// Returns the document with all edits made, one after another. Throws if one of them cannot be
  /// made.
  ///
  /// - Parameter source: Valid JSON.
  package func applied(to source: SourceText) throws(EditError) -> SourceText {
    var source = source
    var made: [[TextEdit]] = []
    for edit in self {
      do throws(EditError) {
        let edits = try DocumentEditor(source).edits(for: edit)
        made.append(edits)
        source = SourceText(name: source.name, bytes: edits.applied(to: source))
      } catch {
        var error = error
        // The place is shown in the text that people have.
        error.offset = error.offset.map { made.reversed().reduce($0) { $1.offset(before: $0) } }
        throw error
      }
    }
    return source
  }
}

extension [TextEdit] {
  /// Returns the offset in the text before the edits that corresponds to an offset in the text
  /// after them.
  fileprivate func offset(before offset: Int) -> Int {
    var shift = 0
    for edit in inTextOrder {
      let start = edit.range.lowerBound + shift
      if offset < start { break }
      if offset < start + edit.text.utf8.count { return edit.range.lowerBound }
      shift += edit.text.utf8.count - edit.range.count
    }
    return offset - shift
  }
}
