import Checking
import Expressions
import Reactive
import Records
import StreamModels
import Values

/// An estimate of the memory that the runs of a playback hold, by operator.
///
/// It follows the subscriptions from the end of the chain to its sources, as saving does, and
/// inspects the fields of each run. Nothing has to be counted while the playback is within its
/// limits, and a new operator needs no extra code. Of many similar parts, only a few are inspected.
struct HeldMemory {
  /// A part of a playback that holds memory.
  enum Holder: Hashable {
    /// The runs of an operator; nil for those that belong to none.
    case runs(ExpressionPlace?)
    /// The records of an input that have been read and not played.
    case input(String)
    /// The trace of the events.
    case trace
  }

  /// The bytes that were found for each holder.
  private var bytes: [Holder: Int] = [:]

  /// All bytes that were found.
  private(set) var total = 0
  /// The additional memory that the largest almost full buffer will temporarily take when it grows,
  /// and the place of its operator.
  private(set) var growth: (bytes: Int, place: ExpressionPlace?) = (0, nil)
  /// A buffer that can take fewer bytes than this is almost full.
  private let room: Int

  /// The number of similar parts that are inspected.
  private static let samples = 32
  /// The size of a run without the values that it holds.
  private static let runSize = 400

  init(of root: (any Subscription)?, room: Int) {
    self.room = room
    guard let root else { return }
    // Iterative, because a chain may be longer than the stack is deep.
    var stack: [(run: any Subscription, place: ExpressionPlace?, times: Int)] = [(root, nil, 1)]
    while let (next, place, times) = stack.popLast() {
      switch next {
      case let run as PlacedRun:
        if let subscription = run.subscription { stack.append((subscription, run.place, times)) }
      case let run as any SavableRun:
        if let root = run as? PlaybackRootRun { addInputs(of: root) }
        add((Self.runSize + size(of: run, at: place)) * times, at: place)
        let upstreams = run.upstreams
        // The first one is the upstream of the operator; if there are many, the others are inner
        // streams, which are similar to one another.
        let step = upstreams.count <= 1024 ? 1 : upstreams.count / Self.samples
        for index in stride(from: 0, to: upstreams.count, by: step) {
          guard let upstream = upstreams[index] else { continue }
          stack.append((upstream, place, index == 0 ? times : times * step))
        }
      case let run as any PassingRun:
        add(Self.runSize * times, at: place)
        if let subscription = run.subscription { stack.append((subscription, place, times)) }
      default:
        add((Self.runSize + size(of: next, at: place)) * times, at: place)
      }
    }
  }

  private mutating func add(_ count: Int, at place: ExpressionPlace?) {
    add(count, of: .runs(place))
  }

  private mutating func add(_ count: Int, of holder: Holder) {
    bytes[holder, default: 0] += count
    total += count
  }

  /// The size of the largest amount that is held at one place.
  var largest: Int { bytes.values.max() ?? 0 }

  /// Adds the records of the inputs of a playback that have been read.
  private mutating func addInputs(of root: PlaybackRootRun) {
    for reading in root.inputs?.usedReadings ?? [] {
      let records = reading.records
      var look = Look(room: room)
      add(
        records.reader._heldByteCount + look.payload(of: records.buffer),
        of: .input(records.plan.source.name))
    }
  }

  /// Returns the operator or the input that holds the most memory, if that is at least a given number
  /// of bytes.
  func most(atLeast minimum: Int) -> Holder? {
    let most = bytes.max { $0.value < $1.value }
    guard let most, most.value >= minimum, most.key != .runs(nil) else { return nil }
    return most.key
  }
}

// MARK: - Sizes

extension HeldMemory {
  /// Returns the number of bytes that the fields of a run hold outside the run itself.
  private mutating func size(of run: any Subscription, at place: ExpressionPlace?) -> Int {
    var look = Look(room: room)
    let size = Mirror(reflecting: run).children.reduce(0) { $0 + look.payload(of: $1.value) }
    if look.growth > growth.bytes { growth = (look.growth, place) }
    return size
  }

  /// An inspection of the fields of one run, and of the values in them.
  private struct Look {
    let room: Int
    /// The size that the largest almost full buffer takes when it grows.
    private(set) var growth = 0
    /// The number of values that it may still inspect.
    private var left = 256

    init(room: Int) {
      self.room = room
    }

    /// Returns the number of bytes that a value holds outside itself. Other parts of the chain are
    /// not counted.
    mutating func payload(of part: Any, depth: Int = 0) -> Int {
      guard left > 0, depth < 8 else { return 0 }
      left -= 1
      switch part {
      case let value as Value: return value.approximateSize(depth: 0)
      case is any Subscription, is any Scheduler, is any CustomCombineIdentifierConvertible:
        return 0
      default: break
      }
      if let buffer = part as? any GrowingBuffer, (1..<room).contains(buffer.bytesLeft) {
        growth = max(growth, buffer.bytesToGrow)
      }
      if let values = part as? any Collection { return size(of: values, depth: depth) }
      let mirror = Mirror(reflecting: part)
      if mirror.displayStyle == .class, !(part is StepMemory) { return 0 }
      return mirror.children.reduce(0) { $0 + payload(of: $1.value, depth: depth + 1) }
    }

    private mutating func size<Values: Collection>(of values: Values, depth: Int) -> Int {
      let count = values.count
      guard count > 0 else { return 0 }
      // Values often grow in the course of a stream, so the samples are spread over all of them.
      let step = max(1, count / 8)
      var (payload, seen, index) = (0, 0, values.startIndex)
      while true {
        payload += self.payload(of: values[index], depth: depth + 1)
        seen += 1
        guard seen * step < count else { break }
        index = values.index(index, offsetBy: step)
      }
      return count * MemoryLayout<Values.Element>.stride + payload * (count / seen)
    }
  }
}

extension Value {
  /// Returns the number of bytes that the value holds outside itself, estimated from its first
  /// parts.
  fileprivate func approximateSize(depth: Int) -> Int {
    guard depth < 4 else { return 0 }
    let header = 32
    switch self {
    case .null, .bool, .int, .double: return 0
    case .string(let text): return header + text.utf8.count
    case .array(let values):
      let seen = values.prefix(8)
      let payload = seen.reduce(0) { $0 + $1.approximateSize(depth: depth + 1) }
      return header + values.count * MemoryLayout<Value>.stride
        + payload * (values.count / max(1, seen.count))
    case .object(let object):
      let seen = min(object.count, 8)
      let payload = (0..<seen).reduce(0) { $0 + object[$1].approximateSize(depth: depth + 1) }
      return header + (object.count + 1) * MemoryLayout<Value>.stride
        + payload * (object.count / max(1, seen))
    }
  }
}
