import Expressions
import Reactive

/// The items of a `stream`, one after another: their times are sums.
final class ItemRows: StatedRows {
  private let plan: ItemsPlan
  private let frame: Frame
  /// The time at which the previous item completed.
  private var time: Int64
  private var index: Int
  private let endIndex: Int
  /// Whether delays take no time, because the clock does not move.
  private let clockStandsStill: Bool
  /// The number of hops that the item at `index` has completed, and the result so far. A failure is
  /// delayed like a value.
  private var hop = 0
  private var pendingResult = SingleRow.Outcome.dropped
  /// The transforms at the stops of items, stored if they treat all items alike.
  private var kept: [Stop: SingleRow] = [:]

  /// A stop of the items of one operator list.
  private struct Stop: Hashable {
    let list: UInt32
    /// The number of hops before it.
    let hops: Int
  }

  /// - Parameter items: The range of the items; none of them has further streams as inputs.
  init(
    _ plan: ItemsPlan, _ items: Range<Int>, frame: Frame, start: Int64, clockStandsStill: Bool
  ) {
    self.plan = plan
    self.frame = frame
    self.clockStandsStill = clockStandsStill
    (index, endIndex) = (items.lowerBound, items.upperBound)
    time = start
  }

  override func fill() {
    batch.restart()
    fillWithPlain()
    while index < endIndex, !batch.isFull, unsafe batch.end == nil {
      addHop()
      if hop == 0 { fillWithPlain() }
    }
    if index == endIndex, unsafe batch.end == nil { unsafe batch.end = .finished }
  }

  /// Adds items whose only operators are delays, which applies to nearly all items.
  private func fillWithPlain() {
    guard hop == 0, unsafe batch.end == nil else { return }
    let (columns, start) = unsafe (batch.columns, batch.count)
    let room = unsafe min(batch.capacity - start, endIndex - index)
    var (added, time) = (0, time)
    // The bounds are checked once, not for each item.
    unsafe plan.values[index..<(index + room)].withUnsafeBufferPointer { values in
      unsafe plan.listNumbers[index..<(index + room)].withUnsafeBufferPointer { numbers in
        while added < room {
          let delay = unsafe plan.delays[Int(numbers[added])]
          guard delay >= 0 else { break }
          if !clockStandsStill { time = time.addingSaturated(delay) }
          let row = start &+ added
          unsafe columns.values[row] = unsafe values[added]
          unsafe columns.times[row] = time
          unsafe columns.kinds[row] = [.value, .event]
          added &+= 1
        }
      }
    }
    index += added
    unsafe batch.count += added
    self.time = time
  }

  /// Moves the current item to its next delay, or to its end.
  private func addHop() {
    let route = plan.lists[Int(plan.listNumbers[index])]
    if hop == 0 {
      pendingResult = .value(plan.values[index])
      pass(route.transforms, at: 0)
    }
    if hop < route.hops.count {
      if !clockStandsStill { time = time.addingSaturated(route.hops[hop].nanoseconds) }
      hop += 1
      pass(route.hops[hop - 1].transforms, at: hop)
      guard hop == route.hops.count else { return batch.append(at: time, .event) }
    }
    finish(waited: hop > 0)
    hop = 0
    index += 1
  }

  /// Adds the result at the end of the item's route.
  private func finish(waited: Bool) {
    let kind: RowKind = waited ? .event : []
    switch pendingResult {
    case .value(let value):
      batch.append(value, at: time, kind.union(.value))
    case .dropped:
      if waited { batch.append(at: time, kind) }
    case .failure(let failure):
      batch.append(at: time, kind)
      unsafe batch.end = .failure(failure)
    }
    pendingResult = .dropped
  }

  /// Applies transforms to the value, unless it was dropped.
  private func pass(_ transforms: [Transform], at hops: Int) {
    guard case .value(let value) = pendingResult, !transforms.isEmpty else { return }
    pendingResult = row(of: transforms, at: hops).work(on: value, at: time)
    if case .failure(let failure) = pendingResult {
      pendingResult = .failure(plan.failure(failure, ofItem: index))
    }
  }

  /// Returns the row for transforms at a stop; transforms with state have their own for each item.
  private func row(of transforms: [Transform], at hops: Int) -> SingleRow {
    let stop = Stop(list: plan.listNumbers[index], hops: hops)
    if let row = kept[stop] { return row }
    let row = SingleRow(TransformRun(transforms, frame: frame))
    if transforms.allSatisfy(\.isStateless) { kept[stop] = row }
    return row
  }
}
