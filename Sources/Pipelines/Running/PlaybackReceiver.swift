import Marbles
public import Reactive
public import Values

/// An event of a stream at an instant: a value, or the end.
public enum PlaybackEvent: Sendable {
  /// The stream emits a value.
  case value(Value)
  /// The stream finishes or fails.
  case completion(Subscribers.Completion<StreamFailure>)
}

/// Who takes what comes of a playback.
protocol PlaybackReceiver<Output> {
  associatedtype Output

  /// Takes a value; says whether it wants more.
  func receive(_ value: Output, at instant: Instant) -> Bool
  func receive(_ completion: Subscribers.Completion<StreamFailure>, at instant: Instant)

  /// Whether it only takes note of values, and so takes batches of them.
  var onlyTakesNote: Bool { get }

  /// Receives the values of a batch, so many at most. Says before which row it has stopped, how many
  /// values it has received, and whether it wants more.
  func receive(_ batch: _Batch<Output>, limit: Int) -> (row: Int, count: Int, wantsMore: Bool)
}

extension PlaybackReceiver {
  var onlyTakesNote: Bool { false }

  func receive(_ batch: _Batch<Output>, limit: Int) -> (row: Int, count: Int, wantsMore: Bool) {
    (batch.rows.lowerBound, 0, true)
  }
}

/// Takes values by a closure.
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

/// The same for values of JSON. A closure that is stored with its type known takes a value in
/// registers; one of generic type takes it by way of memory, at twice the cost of all the rest.
struct ValueReceiver: PlaybackReceiver {
  let receiveCompletion: (Subscribers.Completion<StreamFailure>, Instant) -> Void
  let receiveValue: (Value, Instant) -> Bool
  let onlyTakesNote: Bool

  func receive(_ value: Value, at instant: Instant) -> Bool {
    receiveValue(value, instant)
  }

  func receive(_ completion: Subscribers.Completion<StreamFailure>, at instant: Instant) {
    receiveCompletion(completion, instant)
  }

  func receive(_ batch: _Batch<Value>, limit: Int) -> (row: Int, count: Int, wantsMore: Bool) {
    var (row, count, wantsMore) = (batch.rows.lowerBound, 0, true)
    while row < batch.rows.upperBound, count < limit, wantsMore {
      if batch.hasValue(row) {
        // As `lend` does it, which for a value that a closure receives is not as fast.
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
  /// Takes note of each event by a closure.
  init(_ receiveEvent: @escaping (Timeline<Value>.Event) -> Void) {
    self.init(
      receiveCompletion: {
        receiveEvent(Timeline.Event(instant: $1, kind: Timeline.Kind($0)))
      },
      receiveValue: {
        receiveEvent(Timeline.Event(instant: $1, kind: .value($0)))
        return true
      },
      onlyTakesNote: true)
  }
}

/// Takes each event by a closure, of values of any type.
struct EventReceiver<Output>: PlaybackReceiver {
  private let receiveEvent: (Timeline<Output>.Event) -> Void

  init(_ receiveEvent: @escaping (Timeline<Output>.Event) -> Void) {
    self.receiveEvent = receiveEvent
  }

  func receive(_ value: Output, at instant: Instant) -> Bool {
    receiveEvent(Timeline.Event(instant: instant, kind: .value(value)))
    return true
  }

  func receive(_ completion: Subscribers.Completion<StreamFailure>, at instant: Instant) {
    receiveEvent(Timeline.Event(instant: instant, kind: Timeline.Kind(completion)))
  }
}
