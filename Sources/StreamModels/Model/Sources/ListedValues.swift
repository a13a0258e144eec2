package import Expressions
public import Values

/// The values of a list: either an array or, for a long list in the text of a document, the place
/// from which they are read anew each time they are played.
///
/// A list that is read anew takes no memory except its text.
public struct ListedValues: Sendable {
  private enum Storage {
    case array([Value])
    case text(SourceText, start: Int, count: Int, type: ValueType)
  }

  private let storage: Storage

  /// Creates a list from an array.
  public init(_ values: [Value]) {
    storage = .array(values)
  }

  /// Creates a list from the elements of an array in a source, which has already been read.
  ///
  /// - Parameters:
  ///   - start: The offset of the first element.
  ///   - type: The type of the elements.
  package init(in source: SourceText, from start: Int, count: Int, type: ValueType) {
    storage = .text(source, start: start, count: count, type: type)
  }

  /// The number of values.
  public var count: Int {
    switch storage {
    case .array(let values): values.count
    case .text(_, _, let count, _): count
    }
  }

  /// All values.
  public var values: [Value] { prefix(count) }

  /// Returns at most the given number of values, from the beginning.
  package func prefix(_ limit: Int) -> [Value] {
    var cursor = Cursor(self)
    return Array(cursor.next(upTo: limit))
  }

  /// The type of the values.
  package var type: ValueType {
    switch storage {
    case .array(let values): ValueType.of(.array(values)).element
    case .text(_, _, _, let type): type
    }
  }

  /// Reads the values from the first to the last.
  package struct Cursor {
    private let storage: Storage
    private var place: Int
    private let memory: ReaderMemory?

    package init(_ list: ListedValues) {
      storage = list.storage
      switch storage {
      case .array: (place, memory) = (0, nil)
      case .text(_, let start, _, _): (place, memory) = (start, ReaderMemory())
      }
    }

    /// Returns the next values, up to the limit.
    package mutating func next(upTo limit: Int) -> ArraySlice<Value> {
      switch storage {
      case .array(let values):
        let next = values[place...].prefix(limit)
        place = next.endIndex
        return next
      case .text(let source, _, _, _):
        let (next, rest) = JSONReader.elements(
          in: source, from: place, limit: limit, with: memory ?? ReaderMemory())
        place = rest
        return next[...]
      }
    }
  }
}

extension ListedValues: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Value...) { self.init(elements) }
}

extension ListedValues: Hashable {
  public static func == (left: ListedValues, right: ListedValues) -> Bool {
    left.values == right.values
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// Collects the elements of an array while they are read. Once their text is long, it stores only
/// their place.
struct ListCollector {
  /// The size of a source, in bytes, from which its values are not stored.
  private static let longText = 64 << 10

  private let source: SourceText?
  private var start = 0
  private var count = 0
  private var values: [Value] = []
  private var type: ValueType?
  private var isLong = false

  init(in source: SourceText?) { self.source = source }

  /// Adds an element.
  ///
  /// - Parameter range: Its place in the text.
  mutating func add(_ value: Value, at range: Range<Int>) {
    if count == 0 { start = range.lowerBound }
    count += 1
    guard source != nil else { return values.append(value) }
    if type != .dyn {
      let own = ValueType.of(value)
      type = type?.joined(with: own) ?? own
    }
    if isLong { return }
    values.append(value)
    if range.upperBound - start > Self.longText { (isLong, values) = (true, []) }
  }

  /// The list of all elements.
  var list: ElementList {
    guard let source, isLong else { return .values(values) }
    return .listed(ListedValues(in: source, from: start, count: count, type: type ?? .dyn))
  }
}
