import Reactive
import StreamModels

/// The events of a diagram, from its beginning; earlier values are skipped.
final class DiagramRows: StatedRows {
  private var events: MarbleEvents.Iterator
  private let start: Int64
  /// Whether all events occur at the start, because the clock does not move.
  private let clockStandsStill: Bool
  private var next: MarblePlan.Event?

  init(_ diagram: MarblePlan, start: Int64, clockStandsStill: Bool) {
    events = diagram.events.makeIterator()
    self.start = start
    self.clockStandsStill = clockStandsStill
    super.init()
    advance()
  }

  override func fill() {
    batch.restart()
    while let event = next, !batch.isFull, unsafe batch.end == nil {
      let time = clockStandsStill ? start : start.addingSaturated(max(event.time, 0))
      switch event.kind {
      case .value(let value):
        batch.append(value, at: time, [.event, .value])
      case .finished:
        batch.append(at: time, .event)
        unsafe batch.end = .finished
      case .failure(let failure):
        batch.append(at: time, .event)
        unsafe batch.end = .failure(failure)
      }
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
