import Values

/// Makes a tree of tokens, even if the tokens are not JSON.
///
/// It keeps a list of the open containers instead of recursing, because texts may be nested to any
/// depth.
struct JSONSyntaxBuilder {
  private let source: SourceText
  private let tokens: [JSONToken]
  private var next = 0
  private(set) var nodes: [JSONSyntax.Node] = []
  /// The repairs so far; nil for a repair inside a token that is left out.
  private var allRepairs: [TextEdit?]
  private var open: [Container] = []

  /// A container that has not ended yet.
  private struct Container {
    let node: Int
    let isObject: Bool
    var lastChild: Int?
    var count = 0
    /// The comma after the last child; nil if none was read.
    var comma: Range<Int>?
  }

  init(_ source: SourceText, _ tokens: [JSONToken], repairs: [TextEdit]) {
    self.source = source
    self.tokens = tokens
    allRepairs = repairs
  }

  /// The changes that make the text JSON, in the order of the text.
  var repairs: [TextEdit] { allRepairs.compactMap(\.self).inTextOrder }

  mutating func build() {
    while next < tokens.count {
      let token = tokens[next]
      if open.isEmpty, !nodes.isEmpty {
        blank(token)
        next += 1
      } else {
        read(token)
      }
    }
    while !open.isEmpty { close(before: source.count) }
    if nodes.isEmpty {
      add(.missing, at: source.count..<source.count)
      repair(source.count..<source.count, "null")
    }
  }

  /// Reads a token where a member, an element, or the end of a container is expected.
  private mutating func read(_ token: JSONToken) {
    switch token.kind {
    case .comma: readComma(token)
    case .colon:
      blank(token)
      next += 1
    case .closeObject, .closeArray: readEnd(token)
    case .openObject, .openArray:
      if open.last?.isObject == true {
        if closesUnfinishedElement(token) { return close(before: token.range.lowerBound) }
        beginChild(at: token.range.lowerBound)
        repair(token.range.lowerBound..<token.range.lowerBound, "\"\": ")
      } else {
        beginChild(at: token.range.lowerBound)
      }
      begin(token, key: nil)
    case .string, .word:
      open.last?.isObject == true ? readMember(token) : readElement(token)
    }
  }

  /// Whether an object begins where a key is expected, because the element before it lacks its end:
  /// `[{"a": 1 {"b": 2}]`.
  private func closesUnfinishedElement(_ token: JSONToken) -> Bool {
    guard token.kind == .openObject, open.count > 1, let container = open.last else { return false }
    return container.lastChild != nil && !open[open.count - 2].isObject
  }
}

// MARK: - Members and elements

extension JSONSyntaxBuilder {
  private func kind(at position: Int) -> JSONToken.Kind? {
    position < tokens.count ? tokens[position].kind : nil
  }

  private mutating func readElement(_ token: JSONToken) {
    // This is a key in an array: the array has no end, and the key belongs to the object around it.
    if token.kind == .string, token.beginsLine, kind(at: next + 1) == .colon,
      open.count > 1, open[open.count - 2].isObject
    {
      return close(before: token.range.lowerBound)
    }
    beginChild(at: token.range.lowerBound)
    next += 1
    addScalar(token, key: nil)
  }

  private mutating func readMember(_ token: JSONToken) {
    beginChild(at: token.range.lowerBound)
    next += 1
    let key = token.range
    if token.kind == .word { quote(key) }
    guard kind(at: next) == .colon else {
      // The value may follow on the same line, without its colon.
      if let kind = kind(at: next), kind == .openObject || kind == .openArray || kind == .string,
        !tokens[next].beginsLine, self.kind(at: next + 1) != .colon
      {
        repair(key.upperBound..<key.upperBound, ":")
        return readValue(of: key)
      }
      repair(key.upperBound..<key.upperBound, ": null")
      return add(.missing, at: key.upperBound..<key.upperBound, key: key)
    }
    next += 1
    while kind(at: next) == .colon {
      blank(tokens[next])
      next += 1
    }
    readValue(of: key)
  }

  private mutating func readValue(of key: Range<Int>) {
    let place = tokens[next - 1].range.upperBound
    guard next < tokens.count else { return addMissing(at: place, key: key) }
    let token = tokens[next]
    switch token.kind {
    case .openObject, .openArray: begin(token, key: key)
    case .string, .word:
      if token.beginsLine, kind(at: next + 1) == .colon { return addMissing(at: place, key: key) }
      next += 1
      addScalar(token, key: key)
    default: addMissing(at: place, key: key)
    }
  }

  private mutating func addMissing(at place: Int, key: Range<Int>) {
    repair(place..<place, " null")
    // A blank after the colon belongs to the value that is being typed.
    let end =
      place < source.count && source.bytes[place] == .space ? place + 1 : place
    add(.missing, at: end..<end, key: key)
  }

  private mutating func addScalar(_ token: JSONToken, key: Range<Int>?) {
    if token.kind == .string {
      return add(.string, at: token.range, key: key, isClosed: !token.isOpen)
    }
    let word = source.bytes[token.range]
    if word.isLiteral {
      add(.literal, at: token.range, key: key)
    } else if word.isNumber {
      add(.number, at: token.range, key: key)
    } else {
      repair(token.range, "null")
      add(.damaged, at: token.range, key: key)
    }
  }

  /// Records that a child of the innermost container begins. Inserts a missing comma.
  private mutating func beginChild(at place: Int) {
    guard let container = open.last, let last = container.lastChild, container.comma == nil else {
      return
    }
    let end = nodes[last].range.upperBound
    repair(end..<end, ",")
  }

  private mutating func add(
    _ kind: JSONSyntax.Node.Kind, at range: Range<Int>, key: Range<Int>? = nil,
    isClosed: Bool = true
  ) {
    var node = JSONSyntax.Node(kind: kind, range: range, key: key, parent: open.last?.node)
    node.isClosed = isClosed
    if let container = open.last {
      node.index = container.count
      if let last = container.lastChild {
        nodes[last].nextSibling = nodes.count
      } else {
        nodes[container.node].firstChild = nodes.count
      }
      open[open.count - 1].lastChild = nodes.count
      open[open.count - 1].count += 1
      open[open.count - 1].comma = nil
    }
    nodes.append(node)
  }
}

// MARK: - Containers

extension JSONSyntaxBuilder {
  private mutating func begin(_ token: JSONToken, key: Range<Int>?) {
    let isObject = token.kind == .openObject
    add(isObject ? .object : .array, at: token.range, key: key, isClosed: false)
    open.append(Container(node: nodes.count - 1, isObject: isObject))
    next += 1
  }

  private mutating func readComma(_ token: JSONToken) {
    next += 1
    guard let container = open.last, container.lastChild != nil, container.comma == nil else {
      return blank(token)
    }
    open[open.count - 1].comma = token.range
  }

  private mutating func readEnd(_ token: JSONToken) {
    let isObject = token.kind == .closeObject
    guard let container = open.last else {
      next += 1
      // The text begins with this token.
      return blank(token)
    }
    if container.isObject != isObject {
      guard open.contains(where: { $0.isObject == isObject }) else {
        next += 1
        return blank(token)
      }
      return close(before: token.range.lowerBound)
    }
    next += 1
    if let comma = container.comma { blank(comma) }
    nodes[container.node].range = nodes[container.node].range.lowerBound..<token.range.upperBound
    nodes[container.node].isClosed = true
    open.removeLast()
  }

  /// Ends the innermost container, which lacks its end.
  private mutating func close(before place: Int) {
    let container = open.removeLast()
    if let comma = container.comma { blank(comma) }
    let end =
      container.lastChild.map { nodes[$0].range.upperBound }
      ?? nodes[container.node].range.upperBound
    repair(end..<end, container.isObject ? "}" : "]")
    nodes[container.node].range = nodes[container.node].range.lowerBound..<max(place, end)
  }
}

// MARK: - Repairs

extension JSONSyntaxBuilder {
  private mutating func repair(_ range: Range<Int>, _ text: String) {
    allRepairs.append(TextEdit(range: range, text: text))
  }

  /// Leaves out a token that does not belong to anything.
  private mutating func blank(_ token: JSONToken) {
    for number in token.repairs { allRepairs[number] = nil }
    blank(token.range)
  }

  private mutating func blank(_ range: Range<Int>) {
    repair(range, " ")
  }

  /// Puts quotes around a key that lacks them.
  private mutating func quote(_ key: Range<Int>) {
    let isPlain = source.bytes[key].allSatisfy { $0 > .space && $0 < 0x7F && $0 != .backslash }
    guard isPlain else { return repair(key, "\"?\"") }
    repair(key.lowerBound..<key.lowerBound, "\"")
    repair(key.upperBound..<key.upperBound, "\"")
  }
}

extension ArraySlice<UInt8> {
  /// Whether it spells `true`, `false` or `null`.
  fileprivate var isLiteral: Bool {
    elementsEqual("null".utf8) || elementsEqual("true".utf8) || elementsEqual("false".utf8)
  }

  /// Whether it spells a JSON number.
  fileprivate var isNumber: Bool {
    var rest = self
    if rest.first == .minus { rest.removeFirst() }
    let digits = rest.popDigits()
    guard digits.count > 0, digits.count == 1 || digits.first != .digit0 else { return false }
    if rest.first == .point {
      rest.removeFirst()
      guard !rest.popDigits().isEmpty else { return false }
    }
    if let letter = rest.first, letter == .lowercaseE || letter == .uppercaseE {
      rest.removeFirst()
      if let sign = rest.first, sign == .plus || sign == .minus { rest.removeFirst() }
      guard !rest.popDigits().isEmpty else { return false }
    }
    return rest.isEmpty
  }

  private mutating func popDigits() -> ArraySlice<UInt8> {
    let digits = prefix { $0 >= .digit0 && $0 <= .digit9 }
    removeFirst(digits.count)
    return digits
  }
}
