import Console
import Marbles
import Pipelines
import Reactive
import Values

/// The differences between the events of two playbacks.
struct TimelineChanges {
  typealias Event = Timeline<Value>.Event

  enum Change: Equatable {
    case came(Event)
    case went(Event)
    /// Another event at the same instant.
    case changed(from: Event, to: Event)
  }

  /// The number of changes that are listed.
  private static let listedCount = 20

  /// The changes, in the order of their times.
  private(set) var changes: [Change] = []
  /// The number of nanoseconds by which the events are later; nil if there are other changes too.
  private(set) var shift: Int64?
  private let count: Int

  /// Compares playbacks, in time proportional to their lengths.
  init(from old: Timeline<Value>, to new: Timeline<Value>) {
    count = new.events.count
    shift = Self.shift(from: old.events, to: new.events)
    var (rest, others) = (old.events[...], new.events[...])
    while let instant = [rest.first?.instant, others.first?.instant].compactMap({ $0 }).min() {
      let here = rest.prefix { $0.instant == instant }
      let there = others.prefix { $0.instant == instant }
      // An event that is out of order would never be passed.
      guard !here.isEmpty || !there.isEmpty else { break }
      compare(here, there)
      rest = rest.dropFirst(here.count)
      others = others.dropFirst(there.count)
    }
  }

  /// Compares events of one instant. Equal events at both ends have not changed.
  private mutating func compare(_ old: ArraySlice<Event>, _ new: ArraySlice<Event>) {
    let lead = zip(old, new).prefix { $0 == $1 }.count
    let (old, new) = (old.dropFirst(lead), new.dropFirst(lead))
    let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    let (gone, come) = (old.dropLast(tail), new.dropLast(tail))
    changes += zip(gone, come).map { .changed(from: $0, to: $1) }
    changes += gone.dropFirst(come.count).map { .went($0) }
    changes += come.dropFirst(gone.count).map { .came($0) }
  }

  private static func shift(from old: [Event], to new: [Event]) -> Int64? {
    guard old.count == new.count, let first = old.first, let other = new.first else { return nil }
    let distance = other.instant.nanoseconds - first.instant.nanoseconds
    let isEven = zip(old, new).allSatisfy {
      $0.kind == $1.kind && $1.instant.nanoseconds - $0.instant.nanoseconds == distance
    }
    return isEven && distance != 0 ? distance : nil
  }
}

extension TimelineChanges {
  /// Returns the changes for people: their number, and the first few of them.
  func lines(times: EventTimes, style: TextStyle) -> [String] {
    guard !changes.isEmpty else {
      let events = count == 1 ? "the one event is" : "all \(count) events are"
      return [
        count == 0 ? "nothing changed: there are no events" : "nothing changed: \(events) the same"
      ]
    }
    if let shift {
      let amount = Instant(nanoseconds: abs(shift)).secondsText
      let events = count == 1 ? "the event comes" : "all \(count) events come"
      return ["\(events) \(amount) s \(shift > 0 ? "later" : "earlier")"]
    }
    let listed = changes.prefix(Self.listedCount).map { line(of: $0, times, style) }
    let more = changes.count - listed.count
    return [summary + ":"] + listed + (more > 0 ? ["  … and \(more) more"] : [])
  }

  private var summary: String {
    var (came, went, changed) = (0, 0, 0)
    for change in changes {
      switch change {
      case .came: came += 1
      case .went: went += 1
      case .changed: changed += 1
      }
    }
    let parts = [(came, "came"), (went, "went"), (changed, "changed")].filter { $0.0 > 0 }
    let first = parts.first.map { "\($0.0) \($0.0 == 1 ? "event" : "events") \($0.1)" } ?? ""
    return ([first] + parts.dropFirst().map { "\($0.0) \($0.1)" }).joined(separator: ", ")
  }

  private func line(of change: Change, _ times: EventTimes, _ style: TextStyle) -> String {
    switch change {
    case .came(let event):
      style.green("  + \(times.phrase(of: event.instant)): \(event.kind.shortText)")
    case .went(let event):
      style.red("  - \(times.phrase(of: event.instant)): \(event.kind.shortText)")
    case .changed(let old, let new):
      style.yellow(
        "  ~ \(times.phrase(of: new.instant)): \(new.kind.shortText), was \(old.kind.shortText)")
    }
  }
}

extension Timeline<Value>.Kind {
  /// The event in a few words.
  fileprivate var shortText: String {
    switch self {
    case .value(let value): value.description.abbreviated
    case .finished: "finished"
    case .failure(let message): "failed with '\(message.abbreviated)'"
    }
  }
}
