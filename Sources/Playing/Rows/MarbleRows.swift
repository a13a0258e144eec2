import Reactive
import StreamModels

/// The events of a diagram, from the beginning of the diagram, when all of them have taken their
/// tickets.
final class MarbleRows: RowSource {
  private var events: MarbleEvents.Iterator
  private let start: Int64
  /// Whether all events occur at the start, because the clock does not move.
  private let clockStandsStill: Bool
  private var next: MarblePlan.Event?
  private var isFirst = true

  init(_ diagram: MarblePlan, start: Int64, clockStandsStill: Bool, batch: RowBatch) {
    events = diagram.events.makeIterator()
    self.start = start
    self.clockStandsStill = clockStandsStill
    super.init(batch: batch)
    advance()
  }

  override func fill() {
    unsafe batch.restart()
    while let event = next, unsafe !batch.isFull, unsafe batch.end == nil {
      let time = clockStandsStill ? start : start.addingSaturated(max(event.time, 0))
      let kind: RowKind = isFirst ? .event : [.event, .earlier]
      switch event.kind {
      case .value(let value):
        unsafe batch.append(value, at: time, kind.union(.value))
      case .finished:
        unsafe batch.append(at: time, kind)
        unsafe batch.end = .finished
      case .failure(let failure):
        unsafe batch.append(at: time, kind)
        unsafe batch.end = .failure(failure)
      }
      isFirst = false
      advance()
    }
    if next == nil, unsafe batch.end == nil { unsafe batch.end = .never }
  }

  /// Moves to the next event, past the values before the beginning of the diagram.
  private func advance() {
    repeat { next = events.next() } while next?.isAtHand == false
  }
}

extension MarblePlan.Event {
  /// Whether the event occurs at the beginning of the diagram or later. Earlier values are skipped.
  fileprivate var isAtHand: Bool {
    if case .value = kind { time >= 0 } else { true }
  }
}

extension Int64 {
  /// Returns the sum, or the greatest integer if the sum is larger: a time that a clock never
  /// reaches.
  @inline(__always)
  func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
