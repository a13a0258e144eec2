import Values

/// Decides, for each token of a document, how much blank space is before it in the canonical form.
///
/// A value is on one line if it fits in 100 columns. The document itself is always spread over
/// lines, and so are several steps, events, tests or definitions. When a container is spread over
/// lines, each member or element has its own line, but short scalars of an array share lines. An
/// object with one member shares its line with the value, and both end together:
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
/// It keeps a list of the open containers instead of recursing, and reads the document token by
/// token instead of storing it.
struct JSONLayout {
  /// The blank space before a token: either a number of blanks, or a line break and a number of
  /// blanks.
  enum Gap: Equatable {
    case blanks(Int32)
    case line(Int32)
  }

  /// The columns of a line, without the indentation common to all lines.
  private let width: Int
  private static let indent = 2
  /// The maximum indentation, so that a deeply nested document does not consist of blanks.
  private static let indentationLimit = 60
  /// The maximum number of brackets that open on one line.
  private static let openingLimit = 2

  /// A container, spread over lines, that has not ended yet.
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
    let isObject: Bool
    /// The indentation of the line on which it begins, and of the line on which it ends.
    let indentation: Int
    /// The number of brackets that this line has opened, including that of the container.
    let opening: Int
  }

  private let source: SourceText
  private let containers: [FlatWidths.Container]
  /// The number of containers that have begun. Empty containers do not count.
  private var begunCount = 0
  private var open: [Container] = []
  /// The blank space before the next token, and the columns of its line so far.
  private var gap = Gap.blanks(0)
  private var column: Int

  private var tokens: JSONTokenizer
  /// The next token, and the one after it.
  private var token: JSONToken?
  private var following: JSONToken?
  /// Receives each token, after the blank space before it; returns whether it wants the next.
  private let receive: (Gap, Range<Int>) -> Bool

  /// Lays out a document, which must be JSON. Passes each token to a closure, with the blank space
  /// before it, until the closure returns false.
  ///
  /// - Parameter widths: The measurements of the document.
  static func layOut(
    _ source: SourceText, _ widths: FlatWidths, _ receive: (Gap, Range<Int>) -> Bool
  ) {
    withoutActuallyEscaping(receive) { receive in
      var layout = JSONLayout(source, widths, width: 100, column: 0, receive)
      if layout.beginsContents { layout.begin(at: 0, opening: 1) } else { layout.placeFlat() }
      layout.placeContents()
    }
  }

  /// Lays out a part of a document that begins at a column of an indented line.
  ///
  /// - Parameter column: The column, without the indentation.
  static func layOut(
    _ source: SourceText, from column: Int, indentedBy indentation: Int,
    _ receive: (Gap, Range<Int>) -> Bool
  ) {
    withoutActuallyEscaping(receive) { receive in
      var layout = JSONLayout(
        source, FlatWidths(of: source), width: max(40, 100 - indentation), column: column, receive)
      if layout.isFlat(trailing: 1) { layout.placeFlat() } else { layout.begin(at: 0, opening: 1) }
      layout.placeContents()
    }
  }

  private init(
    _ source: SourceText, _ widths: FlatWidths, width: Int, column: Int,
    _ receive: @escaping (Gap, Range<Int>) -> Bool
  ) {
    self.source = source
    self.width = width
    self.column = column
    self.receive = receive
    containers = widths.containers
    tokens = JSONTokenizer(source)
    token = tokens.next()
    following = tokens.next()
  }

  private mutating func placeContents() {
    while let container = open.last, let token {
      if token.closesContainer { end(container) } else { placeValue(in: container) }
    }
  }
}

// MARK: - Containers

extension JSONLayout {
  /// Whether the next token begins a container that is not empty.
  private var beginsContents: Bool {
    token?.opensContainer == true && following?.closesContainer == false
  }

  private mutating func begin(at indentation: Int, opening: Int) {
    let isObject = token?.kind == .openObject
    let isRoot = open.isEmpty
    let measures = containers[begunCount]
    begunCount += 1
    addToken()
    let style: Container.Style =
      !isRoot && sharesLine(measures, opening: opening)
      ? .shared : measures.traits.contains(.isFilled) ? .filled : .lines
    open.append(
      Container(style: style, isObject: isObject, indentation: indentation, opening: opening))
    if style == .filled { breakLine(indentation + Self.indent * opening) }
  }

  private mutating func placeValue(in container: Container) {
    let inner = container.indentation + Self.indent * container.opening
    let isShared = container.style == .shared
    switch container.style {
    case .lines: breakLine(inner)
    case .filled: if !scalarFits { breakLine(inner) }
    case .shared: gap = .blanks(1)
    }
    if container.isObject {
      addToken()
      addToken()
      gap = .blanks(1)
    }
    let hasNext = beginsContents && containers[begunCount].traits.contains(.hasNext)
    if isFlat(trailing: isShared ? 3 : hasNext ? 1 : 0) {
      placeFlat()
      addComma()
    } else {
      begin(
        at: isShared ? container.indentation : inner,
        opening: isShared ? container.opening + 1 : 1)
    }
  }

  private mutating func end(_ container: Container) {
    if container.style == .shared { gap = .blanks(1) } else { breakLine(container.indentation) }
    addToken()
    open.removeLast()
    addComma()
  }

  /// Returns whether the next value has no line breaks.
  private func isFlat(trailing: Int) -> Bool {
    guard beginsContents else { return true }
    let measures = containers[begunCount]
    return !measures.traits.contains(.isBroken)
      && (measures.traits.contains(.isChain)
        || column + gapColumns + Int(measures.columns) + trailing <= width)
  }

  /// Whether there is room on the line for the next value, which is a scalar.
  private var scalarFits: Bool {
    guard let token else { return true }
    let trailing = following?.kind == .comma ? 1 : 0
    return column + gapColumns + source.columns(in: token.range) + trailing <= width
  }

  /// Returns whether the only member of an object shares the object's line, because its value needs
  /// several lines.
  private func sharesLine(_ measures: FlatWidths.Container, opening: Int) -> Bool {
    measures.traits.contains(.sharesLine) && opening < Self.openingLimit
      && column + 1 + Int(measures.onlyKeyColumns) + 1 <= width
  }
}

// MARK: - Tokens

extension JSONLayout {
  /// Adds the tokens of the next value on one line.
  private mutating func placeFlat() {
    var isTight: [Bool] = []
    while let token {
      if token.opensContainer {
        let hasContents = beginsContents
        isTight.append(!hasContents || containers[begunCount].traits.contains(.isTight))
        if hasContents { begunCount += 1 }
      }
      addToken()
      if token.closesContainer { _ = isTight.popLast() }
      guard let tight = isTight.last, let next = self.token else { return }
      switch (token.kind, next.kind) {
      case (_, .comma), (_, .colon): gap = .blanks(0)
      case (.openObject, _), (.openArray, _), (_, .closeObject), (_, .closeArray):
        gap = .blanks(tight ? 0 : 1)
      default: gap = .blanks(1)
      }
    }
  }

  /// Adds the comma after a value, if there is one.
  private mutating func addComma() {
    guard token?.kind == .comma else { return }
    gap = .blanks(0)
    addToken()
    gap = .blanks(1)
  }

  /// Adds the next token, after the blank space that was chosen.
  private mutating func addToken() {
    guard let token else { return }
    column += gapColumns + source.columns(in: token.range)
    let isWanted = receive(gap, token.range)
    gap = .blanks(0)
    self.token = isWanted ? following : nil
    following = isWanted ? tokens.next() : nil
  }

  private var gapColumns: Int {
    if case .blanks(let count) = gap { Int(count) } else { 0 }
  }

  private mutating func breakLine(_ indentation: Int) {
    column = min(indentation, Self.indentationLimit)
    gap = .line(Int32(column))
  }
}
