package import Reactive
package import Values

/// Records that are held to sort them by time. Records with equal times stay in order of arrival.
package struct ReorderBuffer: Codable {
  package struct Held: Codable {
    package let time: Int64
    package let value: Value
    package let place: RecordPlace
    /// The instant at which it was read. While nothing else arrives, it is held for a time from
    /// then on.
    package fileprivate(set) var arrival: Instant
    /// How much too late it is, if it is reported instead of being emitted.
    package let lateness: Int64?
    fileprivate let order: Int
  }

  /// A heap: no record is earlier than the one at half its index.
  private var heap: [Held] = []
  private var count = 0

  package init() {}

  package var first: Held? { heap.first }

  package mutating func insert(
    _ value: Value, from place: RecordPlace, time: Int64, arrival: Instant, lateness: Int64?
  ) {
    count += 1
    heap.append(
      Held(
        time: time, value: value, place: place, arrival: arrival, lateness: lateness, order: count))
    var index = heap.count - 1
    while index > 0, heap[index] < heap[(index - 1) / 2] {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Changes the arrival of each record, which does not affect their order.
  package mutating func setArrivals(_ arrival: (_ time: Int64) -> Instant) {
    for index in heap.indices { heap[index].arrival = arrival(heap[index].time) }
  }

  /// Removes the records from a time on.
  package mutating func removeAll(from end: Int64) {
    heap = heap.filter { $0.time < end }.sorted(by: <)
  }

  package mutating func removeFirst() -> Held {
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if heap[child] < heap[least] { least = child }
      }
      if least == index { return first }
      heap.swapAt(index, least)
      index = least
    }
  }
}

extension ReorderBuffer.Held {
  fileprivate static func < (left: Self, right: Self) -> Bool {
    left.time == right.time ? left.order < right.order : left.time < right.time
  }
}
