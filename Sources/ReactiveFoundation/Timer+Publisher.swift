public import Foundation
public import Reactive

extension Timer {
  /// Emits the date each time an interval has passed, once it is connected:
  /// `Timer.publish(every: 1, on: .main, in: .common).autoconnect()`. The interval is in seconds.
  ///
  /// It runs on the main actor, or on the scheduler that replaces the run loop. The tolerance and
  /// the mode have no effect.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on scheduler: AnyScheduler,
    in mode: RunLoop.Mode
  ) -> TimerPublisher {
    TimerPublisher(interval: interval, scheduler: scheduler)
  }

  /// Emits the date each time an interval has passed.
  public final class TimerPublisher: ConnectablePublisher {
    public typealias Output = Date
    public typealias Failure = Never

    /// The time between two values, in seconds.
    public let interval: TimeInterval
    private let scheduler: AnyScheduler
    private let dates = PassthroughSubject<Date, Never>()

    /// Creates a timer that starts when it is connected.
    public init(interval: TimeInterval, scheduler: AnyScheduler) {
      precondition(interval > 0 && interval.isFinite, "the interval of a timer must be positive")
      self.interval = interval
      self.scheduler = scheduler
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Date, S.Failure == Never {
      dates.receive(subscriber: subscriber)
    }

    /// Each date is the date of the connection plus the time since then on the scheduler's clock.
    public func connect() -> any Cancellable {
      let (start, startDate) = (scheduler.now, Date())
      let step = SchedulerStride(floatLiteral: interval).duration
      return scheduler.schedule(after: step, interval: step) { [dates, scheduler] in
        let (seconds, attoseconds) = start.duration(to: scheduler.now).components
        dates.send(startDate + (Double(seconds) + Double(attoseconds) * 1e-18))
      }
    }
  }
}
