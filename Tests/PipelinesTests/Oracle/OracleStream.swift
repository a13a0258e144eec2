import Values

/// An event of a stream, with its moment.
struct OracleEvent {
  enum Kind {
    case value(Value)
    case finished
    case failed(String)
  }

  var moment: Moment
  var kind: Kind

  static func value(_ value: Value, at moment: Moment) -> OracleEvent {
    OracleEvent(moment: moment, kind: .value(value))
  }

  static func finished(at moment: Moment) -> OracleEvent {
    OracleEvent(moment: moment, kind: .finished)
  }

  static func failed(_ message: String, at moment: Moment) -> OracleEvent {
    OracleEvent(moment: moment, kind: .failed(message))
  }

  var isFailure: Bool { if case .failed = kind { true } else { false } }

  func moved(to moment: Moment) -> OracleEvent { OracleEvent(moment: moment, kind: kind) }
}

/// All events of one subscription, in order: values, and possibly an end after them.
typealias Course = [OracleEvent]

extension Course {
  typealias ValueEvent = (moment: Moment, value: Value)

  var values: [ValueEvent] {
    compactMap { event in
      if case .value(let value) = event.kind { (event.moment, value) } else { nil }
    }
  }

  /// The completion or failure; nil if it never ends.
  var end: OracleEvent? {
    guard let last, case .value = last.kind else { return last }
    return nil
  }

  /// The moment at which it completes; nil if it does not.
  var finish: Moment? { end.flatMap { $0.isFailure ? nil : $0.moment } }

  var withoutEnd: Course { end == nil ? self : Array(dropLast()) }

  func before(_ moment: Moment) -> Course { filter { $0.moment < moment } }

  var sorted: Course { self.sorted { $0.moment < $1.moment } }
}

/// A stream, as a function from the moment of a subscription to the events of the subscription.
///
/// Nothing has any state: a second subscription is a second call. Events that are no longer
/// received are cut off by the receiver.
struct OracleStream {
  let run: OracleRun
  private let subscribe: (Moment) throws -> Course

  init(_ run: OracleRun, subscribe: @escaping (Moment) throws -> Course) {
    self.run = run
    self.subscribe = subscribe
  }

  func course(from moment: Moment) throws -> Course {
    try run.bounded(try subscribe(moment))
  }

  /// Returns the stream with its events changed by a function.
  func with(_ change: @escaping (Course) throws -> Course) -> OracleStream {
    OracleStream(run) { try change(try course(from: $0)) }
  }
}

/// The state that all streams of a playback share.
final class OracleRun {
  /// The playback is longer than is worth comparing.
  struct TooLong: Error {}
  /// The model does not know the events of the playback.
  struct Unknown: Error {}

  /// The last instant that is played, so that endless streams have finite lists.
  let horizon: Int
  private var eventsLeft: Int
  /// The hot diagrams, by number, as a subscriber receives them from the start.
  var hot: [Course] = []

  init(horizon: Int, events: Int) {
    self.horizon = horizon
    eventsLeft = events
  }

  func bounded(_ course: Course) throws -> Course {
    eventsLeft -= course.count + 1
    guard eventsLeft > 0 else { throw TooLong() }
    for (event, next) in zip(course, course.dropFirst()) {
      precondition(event.moment < next.moment, "a model that puts two events at one moment")
    }
    return course.filter { $0.moment.time <= horizon }
  }
}
