import Platform
import Values

/// The measurements of each container of a document: how wide it is on one line, and whether it may
/// be on one line.
///
/// They are taken once, so that laying out a document takes time proportional to its length,
/// however deeply it is nested. Only these measurements are stored: a few bytes for each container.
struct FlatWidths {
  /// The measurements of a container that is not empty.
  struct Container {
    /// The columns on one line, without the key. A larger number of columns is stored as the
    /// maximum.
    fileprivate(set) var columns: UInt16 = 0
    /// The columns of the key of the only member, including its colon and the blank after it.
    fileprivate(set) var onlyKeyColumns: UInt16 = 0
    fileprivate(set) var traits: Traits = []
  }

  struct Traits: OptionSet {
    let rawValue: UInt8

    /// It is an array of scalars, which has no blanks inside its brackets.
    static let isTight = Traits(rawValue: 1)
    /// It must be on more than one line.
    static let isBroken = Traits(rawValue: 2)
    /// It consists of objects with one member around a scalar, which a line break would not make
    /// shorter.
    static let isChain = Traits(rawValue: 4)
    /// It is an array of short scalars, which share lines.
    static let isFilled = Traits(rawValue: 8)
    /// Its only member can be on the same line as its bracket.
    static let sharesLine = Traits(rawValue: 16)
    /// Another element or member comes after it.
    static let hasNext = Traits(rawValue: 32)
  }

  /// The maximum width of scalars that share lines.
  private static let shortScalar = 24

  /// The containers that are not empty, in the order of their beginnings.
  private(set) var containers: [Container] = []

  private let source: SourceText
  private var open: [OpenContainer] = []
  /// The key of the next value.
  private var key: Key?

  /// The key of a member.
  private struct Key {
    /// The keys of arrays whose elements are steps, events or tests. If there are several, each is
    /// on a separate line.
    private static let lists: Set<String> = ["operators", "stream", "expect", "tests", "cases"]
    /// The keys of objects whose members are names chosen by the author. Each is on a separate
    /// line.
    private static let namings: Set<String> = ["definitions", "parameters", "outputs", "values"]

    let columns: Int
    let text: String

    var isOfList: Bool { Self.lists.contains(text) }
    var isOfNames: Bool { Self.namings.contains(text) }
  }

  /// A container that has not ended yet.
  private struct OpenContainer {
    let place: Int
    let isObject: Bool
    let key: Key?
    /// Brackets with a blank inside each. The contents are added to this.
    var columns = 4
    var count = 0
    var hasContainers = false
    var hasObjects = false
    var hasLongScalars = false
    var isBroken = false
    /// Whether the first member is the time of an event.
    var beginsWithTime = false
    /// Whether the first element is an event.
    var holdsEvents = false
    /// The last member or element, as far as it matters for a container with no other one.
    var only = (keyColumns: 0, isChain: false, hasContents: false)
  }

  /// Measures a document, or a part of one, which must be JSON.
  init(of source: SourceText) {
    self.source = source
    // A bracket within a string reserves memory that is never touched.
    containers.reserveCapacity(
      source.bytes.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") })
    var tokens = JSONTokenizer(source)
    var token = tokens.next()
    while let current = token {
      token = tokens.next()
      switch current.kind {
      case .openObject, .openArray:
        if token?.closesContainer == true {
          token = tokens.next()
          add(columns: 2, isContainer: true, isObject: current.kind == .openObject)
        } else {
          begin(isObject: current.kind == .openObject)
        }
      case .closeObject, .closeArray: end(hasNext: token?.kind == .comma)
      case .string where token?.kind == .colon:
        key = Key(
          columns: source.columns(in: current.range) + 2,
          text: source.text(inStringAt: current.range))
      case .string, .word: add(columns: source.columns(in: current.range))
      case .colon, .comma: break
      }
    }
  }

  private mutating func begin(isObject: Bool) {
    open.append(OpenContainer(place: containers.count, isObject: isObject, key: key))
    containers.append(Container())
    key = nil
  }

  /// Adds a value to the innermost container.
  private mutating func add(
    columns: Int, isContainer: Bool = false, isObject: Bool = false, ended: OpenContainer? = nil,
    isChain: Bool? = nil
  ) {
    defer { key = nil }
    guard !open.isEmpty else { return }
    let last = open.count - 1
    let keyColumns = key?.columns ?? 0
    open[last].count += 1
    open[last].columns += columns + keyColumns + (open[last].count > 1 ? 2 : 0)
    if isContainer { open[last].hasContainers = true }
    if isObject { open[last].hasObjects = true }
    if columns > Self.shortScalar { open[last].hasLongScalars = true }
    if ended?.isBroken == true { open[last].isBroken = true }
    open[last].only = (keyColumns, isChain ?? !isContainer, ended != nil)
    guard open[last].count == 1 else { return }
    if key?.text == "time" { open[last].beginsWithTime = true }
    if let ended, ended.isObject, ended.beginsWithTime, ended.count > 1 {
      open[last].holdsEvents = true
    }
  }

  private mutating func end(hasNext: Bool) {
    guard var container = open.popLast() else { return }
    var traits: Traits = hasNext ? [.hasNext] : []
    if !container.isObject, !container.hasContainers {
      container.columns -= 2
      traits.insert(.isTight)
      if !container.hasLongScalars { traits.insert(.isFilled) }
    }
    if container.count > 1 {
      let isList = !container.isObject && container.hasObjects && container.key?.isOfList == true
      let isNaming = container.isObject && container.key?.text == "definitions"
      if isList || isNaming || !container.isObject && container.holdsEvents {
        container.isBroken = true
      }
    }
    let hasOne = container.isObject && container.count == 1
    if hasOne, container.only.isChain { traits.insert(.isChain) }
    if hasOne, container.only.hasContents, container.key?.isOfNames != true {
      traits.insert(.sharesLine)
    }
    if container.isBroken { traits.insert(.isBroken) }
    containers[container.place] = Container(
      columns: UInt16(clamping: container.columns),
      onlyKeyColumns: UInt16(clamping: container.only.keyColumns), traits: traits)
    key = container.key
    add(
      columns: container.columns, isContainer: true, isObject: container.isObject,
      ended: container, isChain: traits.contains(.isChain))
  }
}

extension JSONToken {
  /// Whether it is the end of a container.
  var closesContainer: Bool { kind == .closeObject || kind == .closeArray }
  /// Whether it is the beginning of a container.
  var opensContainer: Bool { kind == .openObject || kind == .openArray }
}

extension SourceText {
  /// Returns the number of columns that a range takes up on one line of a terminal.
  func columns(in range: Range<Int>) -> Int {
    let bytes = bytes[range]
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.count }
    return String(decoding: bytes, as: UTF8.self).reduce(0) { $0 + $1.columns }
  }
}
