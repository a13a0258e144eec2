import Reactive

/// A task that waits for time: work in the scheduler's line, which wakes the task.
@safe final class Sleeper: ScheduledWork {
  /// Tells it from all sleepers of the run, before and after.
  let number: Int
  let deadline: Instant
  /// The line of the test; nil if the sleep does not know it.
  private let place: SourcePlace?
  /// Whether its task was cancelled before.
  private(set) var isCancelled = false
  private var continuation: UnsafeContinuation<Void, any Error>?
  private unowned(unsafe) let run: VirtualRun
  let executor: VirtualExecutor
  var booking: Booking?

  init(
    _ number: Int, until deadline: Instant, at place: SourcePlace?, in run: VirtualRun
  ) {
    self.number = number
    self.deadline = deadline
    self.place = place
    unsafe self.run = run
    executor = run.executor
  }

  /// Sleeps from now on, on the run's thread.
  func begin(_ continuation: UnsafeContinuation<Void, any Error>) {
    unsafe self.continuation = unsafe continuation
    isCancelled = Task.isCancelled
    unsafe run.begin(self)
  }

  func run(at instant: Instant) -> NextRun {
    unsafe run.forget(self)
    wake(cancelled: isCancelled)
    return .never
  }

  func wake(cancelled: Bool) {
    guard let continuation = unsafe continuation.take() else { return }
    if cancelled {
      unsafe continuation.resume(throwing: CancellationError())
    } else {
      unsafe continuation.resume()
    }
  }
}

extension Sleeper: CustomStringConvertible {
  /// A task that sleeps is alive, so it may be asked for its name.
  var description: String {
    // A continuation is no more than the address of its task.
    let job = unsafe continuation.map { unsafe unsafeBitCast($0, to: UnownedJob.self) }
    let task = job.flatMap { TaskRecord($0) }.map(\.description) ?? "a task"
    return "\(task) sleeps until \(deadline.brief)" + (place.map { ", at \($0)" } ?? "")
  }
}

/// Those who sleep, found by their numbers without hashing: a number is a slot and how often that was
/// given out.
struct SleeperTable {
  private var slots: [Slot] = []
  private var free: [Int] = []

  private struct Slot {
    var sleeper: Sleeper?
    var round = 0
  }

  /// In the order of their deadlines.
  var all: [Sleeper] {
    slots.compactMap(\.sleeper).sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
  }

  /// A number for somebody who is about to sleep; it stays taken until `remove`.
  mutating func reserve() -> Int {
    let index = free.popLast() ?? slots.count
    if index == slots.count { slots.append(Slot()) }
    return index << 32 | slots[index].round
  }

  /// Who sleeps under a number; nil if nobody does, or not yet.
  func asleep(_ number: Int) -> Sleeper? {
    let slot = slots[number >> 32]
    return slot.round == number & 0xffff_ffff ? slot.sleeper : nil
  }

  mutating func add(_ sleeper: Sleeper) {
    slots[sleeper.number >> 32].sleeper = sleeper
  }

  /// Frees a number, and gives who slept under it; nil if it is free already.
  mutating func remove(_ number: Int) -> Sleeper? {
    let index = number >> 32
    guard slots[index].round == number & 0xffff_ffff else { return nil }
    slots[index].round = (slots[index].round + 1) & 0xffff_ffff
    free.append(index)
    return slots[index].sleeper.take()
  }
}
