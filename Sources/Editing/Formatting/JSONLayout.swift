import Values

/// Decides for each token of a document how much blank space precedes it, in the canonical form.
///
/// A value stands on one line if it fits 100 columns. The document itself stands over lines, and so
/// do several steps, events, tests or definitions. Over lines, each member or element has a line;
/// short scalars of an array share lines. An object with one member shares its line with the value,
/// and both end together:
///
/// ```
/// { "groupBy": {
///     "key": "$0.host",
///     "operators": [
///       { "count": {} },
///       { "map": { "expression": "[$key, $0]" } }
///     ]
/// } }
/// ```
///
/// It keeps a list of the open containers instead of recursing.
struct JSONLayout {
  /// The blank space before a token: so many blanks, or a line break and so many blanks.
  enum Gap: Equatable {
    case blanks(Int32)
    case line(Int32)
  }

  /// The columns of a line, without what indents all lines.
  private let width: Int
  private static let indent = 2
  /// The largest indentation, so that a deeply nested document does not consist of blanks.
  private static let indentationLimit = 60
  /// The maximum width of scalars that share lines.
  private static let shortScalar = 24
  /// The keys of objects whose members are names that the author chose: each has its own line.
  private static let namings: Set<String> = ["definitions", "parameters", "outputs", "values"]
  /// The maximum number of brackets that open on one line.
  private static let openingLimit = 2

  /// A container over lines that has not ended.
  private struct Container {
    enum Style {
      /// A line for each member or element.
      case lines
      /// Scalars that share lines.
      case filled
      /// One member, on the line of the bracket.
      case shared
    }

    let style: Style
    /// The indentation of the line on which it begins, and ends.
    let indentation: Int
    /// The number of brackets that this line has opened, with that of the container.
    let opening: Int
    /// The next member or element; nil after the last one.
    var next: Int?
  }

  private let syntax: JSONSyntax
  private let widths: FlatWidths
  private var open: [Container] = []
  /// The blank space before the next token, and the columns of its line so far.
  private var gap = Gap.blanks(0)
  private var column = 0

  /// All tokens of the document.
  let tokens: [JSONToken]
  /// The blank space before each token.
  private(set) var gaps: [Gap] = []

  /// Lays a document out, which must be JSON.
  init(of syntax: JSONSyntax) {
    self.init(of: syntax, width: 100)
    if widths.counts[0] > 0 { begin(0, at: 0, opening: 1) } else { placeFlat(0) }
    placeContents()
  }

  /// Lays a part of a document out, which begins at a column of a line that is indented.
  ///
  /// - Parameter column: The column, without the indentation.
  init(of syntax: JSONSyntax, from column: Int, indentedBy indentation: Int) {
    self.init(of: syntax, width: max(40, 100 - indentation))
    self.column = column
    if isFlat(0, trailing: 1) { placeFlat(0) } else { begin(0, at: 0, opening: 1) }
    placeContents()
  }

  private init(of syntax: JSONSyntax, width: Int) {
    self.syntax = syntax
    self.width = width
    widths = FlatWidths(of: syntax)
    tokens = JSONTokenizer(syntax.source).tokens
    gaps.reserveCapacity(tokens.count)
  }

  private mutating func placeContents() {
    while let container = open.last {
      if let child = container.next {
        place(child, in: container)
      } else {
        end(container)
      }
    }
  }
}

// MARK: - Containers

extension JSONLayout {
  private mutating func begin(_ node: Int, at indentation: Int, opening: Int) {
    addToken()
    let style: Container.Style =
      sharesLine(node, opening: opening) ? .shared : isFilled(node) ? .filled : .lines
    let first = syntax.nodes[node].firstChild
    open.append(
      Container(style: style, indentation: indentation, opening: opening, next: first))
    if style == .filled { breakLine(indentation + Self.indent * opening) }
  }

  private mutating func place(_ child: Int, in container: Container) {
    let sibling = syntax.nodes[child].nextSibling
    open[open.count - 1].next = sibling
    let inner = container.indentation + Self.indent * container.opening
    var trailing = sibling == nil ? 0 : 1
    switch container.style {
    case .lines: breakLine(inner)
    case .filled: if !fits(child, trailing: trailing) { breakLine(inner) }
    case .shared:
      gap = .blanks(1)
      trailing = 3
    }
    if syntax.nodes[child].key != nil {
      addToken()
      addToken()
      gap = .blanks(1)
    }
    let isShared = container.style == .shared
    if isFlat(child, trailing: trailing) {
      placeFlat(child)
      if sibling != nil { addComma() }
    } else {
      begin(
        child, at: isShared ? container.indentation : inner,
        opening: isShared ? container.opening + 1 : 1)
    }
  }

  private mutating func end(_ container: Container) {
    if container.style == .shared { gap = .blanks(1) } else { breakLine(container.indentation) }
    addToken()
    open.removeLast()
    if open.last?.next != nil { addComma() }
  }

  /// Returns whether a value has no line breaks.
  private func isFlat(_ node: Int, trailing: Int) -> Bool {
    if widths.counts[node] == 0 { return true }
    return !widths.isBroken[node] && (widths.isChain[node] || fits(node, trailing: trailing))
  }

  private func fits(_ node: Int, trailing: Int) -> Bool {
    column + gapColumns + widths.columns[node] + trailing <= width
  }

  /// Returns whether the only member of an object shares its line, because its value needs lines.
  private func sharesLine(_ node: Int, opening: Int) -> Bool {
    guard node != 0, syntax.nodes[node].kind == .object, widths.counts[node] == 1,
      opening < Self.openingLimit, let only = syntax.nodes[node].firstChild,
      widths.counts[only] > 0, syntax.key(of: node).map(Self.namings.contains) != true
    else { return false }
    return column + 1 + widths.keyColumns[only] + 1 <= width
  }

  private func isFilled(_ node: Int) -> Bool {
    syntax.nodes[node].kind == .array
      && syntax.children(of: node).allSatisfy {
        !syntax.nodes[$0].isContainer && widths.columns[$0] <= Self.shortScalar
      }
  }
}

// MARK: - Tokens

extension JSONLayout {
  /// Adds the tokens of a value on one line.
  private mutating func placeFlat(_ node: Int) {
    let end = syntax.nodes[node].range.upperBound
    // Values stand in the order of their tokens, among keys and punctuation.
    var value = node
    var isTight: [Bool] = []
    while gaps.count < tokens.count {
      let token = tokens[gaps.count]
      if value < syntax.nodes.count,
        syntax.nodes[value].range.lowerBound == token.range.lowerBound
      {
        if syntax.nodes[value].isContainer {
          isTight.append(widths.isTight[value] || widths.counts[value] == 0)
        }
        value += 1
      }
      addToken()
      guard token.range.upperBound < end, gaps.count < tokens.count else { return }
      if token.kind == .closeObject || token.kind == .closeArray { _ = isTight.popLast() }
      switch (token.kind, tokens[gaps.count].kind) {
      case (_, .comma), (_, .colon): gap = .blanks(0)
      case (.openObject, _), (.openArray, _), (_, .closeObject), (_, .closeArray):
        gap = .blanks(isTight.last == true ? 0 : 1)
      default: gap = .blanks(1)
      }
    }
  }

  private mutating func addComma() {
    gap = .blanks(0)
    addToken()
    gap = .blanks(1)
  }

  /// Adds the next token, behind the blank space that was chosen.
  private mutating func addToken() {
    guard gaps.count < tokens.count else { return }
    column += gapColumns + syntax.source.columns(in: tokens[gaps.count].range)
    gaps.append(gap)
    gap = .blanks(0)
  }

  private var gapColumns: Int {
    if case .blanks(let count) = gap { Int(count) } else { 0 }
  }

  private mutating func breakLine(_ indentation: Int) {
    column = min(indentation, Self.indentationLimit)
    gap = .line(Int32(column))
  }
}
