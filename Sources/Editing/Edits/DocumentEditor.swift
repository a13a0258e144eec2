package import Values

/// Finds the edits of a source that change one of its values and nothing else.
///
/// Insertions have the same layout as their neighbours.
package struct DocumentEditor {
  private let syntax: JSONSyntax
  private var source: SourceText { syntax.source }

  /// - Parameter source: Valid JSON.
  package init(_ source: SourceText) {
    syntax = JSONSyntax(source)
  }

  /// Returns the edits of the text. Throws if the place of the path does not exist.
  package func edits(for edit: DocumentEdit) throws(EditError) -> [TextEdit] {
    switch edit {
    case .set(let path, let value):
      switch try place(of: path) {
      case .value(let node): return [replacement(of: node, by: value)]
      case .member(let object, let key): return [insertion(of: value, key, into: object)]
      case .element(let array, let index): throw noElement(index, of: array, path)
      }
    case .insert(let path, let value): return [try insertion(of: value, at: path)]
    case .remove(let path): return [try removal(of: path)]
    case .move(let path, let target): return try move(path, to: target)
    }
  }
}

// MARK: - Paths

extension DocumentEditor {
  /// The place that a path leads to.
  private enum Place {
    case value(Int)
    /// A key that its object does not have.
    case member(Int, String)
    /// An index beyond the elements. The number is that of the elements, for the place after them.
    case element(Int, Int)
  }

  private func place(of path: EditPath) throws(EditError) -> Place {
    var node = 0
    for (position, step) in path.steps.enumerated() {
      let isLast = position == path.steps.count - 1
      switch (step, syntax.nodes[node].kind) {
      case (.key(let key), .object), (.part(let key), .object):
        if let member = syntax.member(key, of: node) {
          node = member
        } else if isLast {
          return .member(node, key)
        } else {
          throw noKey(key, of: node, path)
        }
      case (.index, .array), (.end, .array), (.part, .array):
        let children = Array(syntax.children(of: node))
        let index = try index(of: step, among: children.count, of: node, path)
        if children.indices.contains(index) {
          node = children[index]
        } else if isLast {
          return .element(node, index)
        } else {
          throw noElement(index, of: node, path)
        }
      default: throw mismatch(step, at: node, path)
      }
    }
    return .value(node)
  }

  private func index(
    of step: EditPath.Step, among count: Int, of node: Int, _ path: EditPath
  ) throws(EditError) -> Int {
    switch step {
    case .index(let index): return index
    case .end, .part("-"): return count
    case .part(let text):
      if let index = Int(text), index >= 0, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        return index
      }
      throw mismatch(step, at: node, path)
    case .key: throw mismatch(step, at: node, path)
    }
  }

  private func name(of node: Int) -> String {
    let path = syntax.path(of: node).description
    return path.isEmpty ? "the file" : "'\(path)'"
  }

  private func noKey(_ key: String, of node: Int, _ path: EditPath) -> EditError {
    let keys = syntax.children(of: node).compactMap { syntax.key(of: $0) }
    if path.steps.last == .end || path.steps.last == .part("-") {
      return EditError(
        "'\(path)' does not exist: \(name(of: node)) has no key '\(key)'",
        hint: "insert it with an array as its value, such as '[ … ]'",
        offset: syntax.nodes[node].range.lowerBound)
    }
    let listed = keys.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    return EditError(
      "'\(path)' does not exist: \(name(of: node)) has no key '\(key)'",
      hint: keys.isEmpty
        ? "it has no keys" : "it has \(listed)\(keys.count > 8 ? " and more" : "")",
      offset: syntax.nodes[node].range.lowerBound)
  }

  private func noElement(_ index: Int, of node: Int, _ path: EditPath) -> EditError {
    let count = syntax.children(of: node).reduce(0) { count, _ in count + 1 }
    let elements = count == 1 ? "1 element" : "\(count) elements"
    return EditError(
      "'\(path)' does not exist: \(name(of: node)) has \(elements)",
      hint: count == 0 ? "'insert' with '[-]' adds one" : "the last one is [\(count - 1)]",
      offset: syntax.nodes[node].range.lowerBound)
  }

  private func mismatch(_ step: EditPath.Step, at node: Int, _ path: EditPath) -> EditError {
    let found =
      switch syntax.nodes[node].kind {
      case .object: "an object, expected a key"
      case .array: "an array, expected an index"
      default: "not an array or an object"
      }
    return EditError(
      "'\(path)' does not exist: \(name(of: node)) is \(found)",
      offset: syntax.nodes[node].range.lowerBound)
  }
}

// MARK: - Edits

extension DocumentEditor {
  private func replacement(of node: Int, by value: SourceText) -> TextEdit {
    let range = syntax.nodes[node].range
    let text = FragmentLayout(of: syntax).text(value, at: range.lowerBound)
    return TextEdit(range: range, text: text)
  }

  private func insertion(of value: SourceText, at path: EditPath) throws(EditError) -> TextEdit {
    switch try place(of: path) {
    case .member(let object, let key): return insertion(of: value, key, into: object)
    case .element(let array, let index):
      guard syntax.children(of: array).reduce(0, { count, _ in count + 1 }) == index else {
        throw noElement(index, of: array, path)
      }
      return insertion(of: value, nil, into: array)
    case .value(let node):
      guard syntax.nodes[node].parent != nil, syntax.nodes[node].key == nil else {
        throw EditError(
          "\(name(of: node)) already exists", hint: "'set' replaces it",
          offset: syntax.nodes[node].range.lowerBound)
      }
      return FragmentLayout(of: syntax).insertion(of: value, before: node)
    }
  }

  private func insertion(of value: SourceText, _ key: String?, into container: Int) -> TextEdit {
    let children = Array(syntax.children(of: container))
    let layout = FragmentLayout(of: syntax)
    guard let last = children.last else {
      return layout.filling(of: container, with: value, key)
    }
    return layout.insertion(of: value, key, behind: last, first: children.count == 1)
  }

  private func removal(of path: EditPath) throws(EditError) -> TextEdit {
    let node = try value(at: path)
    guard let parent = syntax.nodes[node].parent else {
      throw EditError("the whole file cannot be removed", hint: "'set' replaces it")
    }
    let children = Array(syntax.children(of: parent))
    let index = children.firstIndex(of: node) ?? 0
    let end = syntax.nodes[node].range.upperBound
    if index > 0 {
      // This includes the comma and the blanks before it. Those after it stay for the next one.
      return TextEdit(range: syntax.nodes[children[index - 1]].range.upperBound..<end, text: "")
    }
    if children.count > 1 {
      return TextEdit(range: syntax.start(of: node)..<syntax.start(of: children[1]), text: "")
    }
    let range = syntax.nodes[parent].range
    return TextEdit(range: range.lowerBound + 1..<range.upperBound - 1, text: "")
  }

  private func value(at path: EditPath) throws(EditError) -> Int {
    switch try place(of: path) {
    case .value(let node): return node
    case .member(let object, let key): throw noKey(key, of: object, path)
    case .element(let array, let index): throw noElement(index, of: array, path)
    }
  }

  private func move(_ path: EditPath, to target: EditPath) throws(EditError) -> [TextEdit] {
    let node = try value(at: path)
    let value = SourceText(name: "<value>", bytes: Array(source.bytes[syntax.nodes[node].range]))
    // A member with a new key keeps its place. If the target does not exist, that is reported
    // below, where the value is inserted.
    if let key = syntax.nodes[node].key,
      case .member(let object, let name)? = try? place(of: target),
      object == syntax.nodes[node].parent
    {
      return [TextEdit(range: key, text: FragmentLayout.quoted(name))]
    }
    let rest = SourceText(name: source.name, bytes: [try removal(of: path)].applied(to: source))
    do throws(EditError) {
      let edit = try DocumentEditor(rest).insertion(of: value, at: target)
      return [difference(to: [edit].applied(to: rest))]
    } catch {
      // Its offset would refer to a source that the user does not have.
      throw EditError(error.message, hint: error.hint, offset: syntax.nodes[node].range.lowerBound)
    }
  }

  /// Returns the smallest edit that turns this text into another one.
  private func difference(to text: [UInt8]) -> TextEdit {
    let old = source.bytes
    var lead = zip(old, text).prefix { $0 == $1 }.count
    // A scalar is replaced as a whole.
    while lead > 0, lead < max(old.count, text.count), isContinuation(lead, of: old, text) {
      lead -= 1
    }
    let rest = min(old.count, text.count) - lead
    var tail = zip(old.reversed(), text.reversed()).prefix { $0 == $1 }.prefix(rest).count
    while tail > 0, old[old.endIndex - tail] & 0xC0 == 0x80 { tail -= 1 }
    return TextEdit(
      range: lead..<old.count - tail,
      text: String(decoding: text[lead..<text.count - tail], as: UTF8.self))
  }

  private func isContinuation(_ place: Int, of old: ArraySlice<UInt8>, _ new: [UInt8]) -> Bool {
    [old.dropFirst(place).first, new.dropFirst(place).first].contains {
      $0.map { $0 & 0xC0 == 0x80 } ?? false
    }
  }
}

extension JSONSyntax {
  /// The offset of a value, or of its key.
  func start(of node: Int) -> Int {
    (nodes[node].key ?? nodes[node].range).lowerBound
  }
}
