import Pipelines

/// `merge` of streams whose periods are 1 to 5 seconds: as many items in all as the size says.
protocol MergeWorkload: Workload {
  static var inputCount: Int { get }
  var text: [UInt8] { get }
  var values: [Int64] { get }
}

extension MergeWorkload {
  static var item: String { "item" }
  static var summary: String { "'merge' of \(inputCount) streams of ints, so many in all, played" }
  static var periods: [Int64] { (0..<Int64(inputCount)).map { $0 % 5 + 1 } }

  func run(_ variant: Variant) throws -> Pass {
    switch variant {
    case .plain: plain()
    case .engine: try played(text, name: Self.name)
    }
  }

  /// A heap of cursors: what was put in line first comes first at equal times.
  private func plain() -> Pass {
    let (time, checksum) = measured {
      var checksum = Checksum()
      let periods = Self.periods.map { $0 * 1_000_000_000 }
      var next = [Int](repeating: 0, count: periods.count)
      var order = periods.count
      // The inputs are put in line in their order.
      var heap = periods.enumerated().map { MergeCursor(due: $1, order: $0, input: $0) }
      heap.sort { $0.isBefore($1) }
      var last: Int64 = 0
      while let first = heap.first {
        let input = first.input
        last = first.due
        checksum.add(first.due)
        checksum.add(values[next[input]])
        next[input] += 1
        if next[input] < values.count {
          heap.replaceFirst(
            with: MergeCursor(due: first.due + periods[input], order: order, input: input))
          order += 1
        } else if let rest = heap.popLast(), !heap.isEmpty {
          heap.replaceFirst(with: rest)
        }
      }
      checksum.add(last)
      return checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }
}

/// When the next item of an input comes, in 16 bytes.
private struct MergeCursor {
  let due: Int64
  private let place: Int64

  init(due: Int64, order: Int, input: Int) {
    self.due = due
    place = Int64(order << 16 | input)
  }

  var input: Int { Int(place & 0xffff) }

  @inline(__always)
  func isBefore(_ other: MergeCursor) -> Bool {
    due == other.due ? place < other.place : due < other.due
  }
}

extension [MergeCursor] {
  /// Puts a cursor in place of the first, and then where it belongs.
  fileprivate mutating func replaceFirst(with cursor: MergeCursor) {
    withUnsafeMutableBufferPointer { heap in
      var place = 0
      while true {
        var child = 2 * place + 1
        guard child < heap.count else { break }
        if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
        guard heap[child].isBefore(cursor) else { break }
        heap[place] = heap[child]
        place = child
      }
      heap[place] = cursor
    }
  }
}

struct MergeOf8Workload: MergeWorkload {
  static let name = "P3-8"
  static let sizes = [8_000, 80_000, 800_000]
  static let inputCount = 8
  let text: [UInt8]
  let values: [Int64]

  init(size: Int) {
    text = SerialFile.text("merge", size: size / Self.inputCount, periods: Self.periods)
    values = (0..<Int64(size / Self.inputCount)).map(SerialFile.value)
  }
}

struct MergeOf1000Workload: MergeWorkload {
  static let name = "P3-1000"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let inputCount = 1_000
  let text: [UInt8]
  let values: [Int64]

  init(size: Int) {
    text = SerialFile.text("merge", size: size / Self.inputCount, periods: Self.periods)
    values = (0..<Int64(size / Self.inputCount)).map(SerialFile.value)
  }
}
