package import Marbles
public import Reactive
public import StreamModels
public import Values

/// An event of a stream: a value or a completion.
public enum PlaybackEvent: Sendable {
  /// The stream emits a value.
  case value(Value)
  /// The stream completes or fails.
  case completion(Subscribers.Completion<StreamFailure>)
}

/// The receiver of the events of a playback.
package protocol PlaybackReceiver<Output> {
  associatedtype Output

  /// Receives a value. Returns whether more are wanted.
  func receive(_ value: Output, at instant: Instant) -> Bool
  func receive(_ completion: Subscribers.Completion<StreamFailure>, at instant: Instant)

  /// Whether it accepts batches.
  static var takesBatches: Bool { get }

  /// Receives at most `limit` values of a batch. Returns the row before which it stopped, the
  /// number of values received, and whether more are wanted.
  func receive(_ batch: _Batch<Output>, limit: Int) -> (row: Int, count: Int, wantsMore: Bool)
}

extension PlaybackReceiver {
  package static var takesBatches: Bool { false }

  package func receive(_ batch: _Batch<Output>, limit: Int) -> (
    row: Int, count: Int, wantsMore: Bool
  ) {
    (batch.rows.lowerBound, 0, true)
  }
}

/// Passes events to closures.
struct ClosureReceiver<Output>: PlaybackReceiver {
  let receiveCompletion: (Subscribers.Completion<StreamFailure>, Instant) -> Void
  let receiveValue: (Output, Instant) -> Bool

  func receive(_ value: Output, at instant: Instant) -> Bool {
    receiveValue(value, instant)
  }

  func receive(_ completion: Subscribers.Completion<StreamFailure>, at instant: Instant) {
    receiveCompletion(completion, instant)
  }
}

/// Passes events with JSON values to closures. A closure that is stored with its concrete type
/// receives a value in registers. One of generic type receives it indirectly, which costs twice as
/// much as everything else together. A value may arrive before the clock reaches its instant.
package struct ValueReceiver: PlaybackReceiver {
  let receiveCompletion: (Subscribers.Completion<StreamFailure>, Instant) -> Void
  let receiveValue: (Value, Instant) -> Bool

  package init(
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>, Instant) -> Void,
    receiveValue: @escaping (Value, Instant) -> Bool
  ) {
    self.receiveCompletion = receiveCompletion
    self.receiveValue = receiveValue
  }

  package func receive(_ value: Value, at instant: Instant) -> Bool {
    receiveValue(value, instant)
  }

  package func receive(_ completion: Subscribers.Completion<StreamFailure>, at instant: Instant) {
    receiveCompletion(completion, instant)
  }

  package static var takesBatches: Bool { true }

  package func receive(_ batch: _Batch<Value>, limit: Int) -> (
    row: Int, count: Int, wantsMore: Bool
  ) {
    var (row, count, wantsMore) = (batch.rows.lowerBound, 0, true)
    while row < batch.rows.upperBound, count < limit, wantsMore {
      if batch.hasValue(row) {
        // The same as `lend`, which is slower for a value that a closure receives.
        let place = unsafe batch.values + row
        let value = unsafe place.move()
        wantsMore = receiveValue(value, batch.instant(row))
        unsafe place.initialize(to: value)
        count &+= 1
      }
      row &+= 1
    }
    return (row, count, wantsMore)
  }
}

extension ValueReceiver {
  /// Passes each event to a closure that records it.
  package init(_ receiveEvent: @escaping (Timeline<Value>.Event) -> Void) {
    self.init(
      receiveCompletion: {
        receiveEvent(Timeline.Event(instant: $1, kind: Timeline.Kind($0)))
      },
      receiveValue: {
        receiveEvent(Timeline.Event(instant: $1, kind: .value($0)))
        return true
      })
  }
}

/// Passes each event, with a value of any type, to a closure.
package struct EventReceiver<Output>: PlaybackReceiver {
  private let receiveEvent: (Timeline<Output>.Event) -> Void

  package init(_ receiveEvent: @escaping (Timeline<Output>.Event) -> Void) {
    self.receiveEvent = receiveEvent
  }

  package func receive(_ value: Output, at instant: Instant) -> Bool {
    receiveEvent(Timeline.Event(instant: instant, kind: .value(value)))
    return true
  }

  package func receive(_ completion: Subscribers.Completion<StreamFailure>, at instant: Instant) {
    receiveEvent(Timeline.Event(instant: instant, kind: Timeline.Kind(completion)))
  }
}
