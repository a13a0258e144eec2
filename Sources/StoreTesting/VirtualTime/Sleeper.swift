import Reactive
import ReactiveTesting

/// A task that sleeps. It is work in the scheduler's queue, which wakes the task.
@safe final class Sleeper: ScheduledWork {
  /// Distinguishes it from all other sleepers of the run.
  let number: Int
  let deadline: Instant
  /// The line of the test; nil if it is not known.
  private let place: SourcePlace?
  /// Whether its task has already been cancelled.
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

  /// Begins to sleep, on the run's thread.
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
  /// A sleeping task is alive, so its name may be read.
  var description: String {
    // A continuation is just the address of its task.
    let job = unsafe continuation.map { unsafe unsafeBitCast($0, to: UnownedJob.self) }
    let task = job.flatMap { TaskRecord($0) }.map(\.description) ?? "a task"
    return "\(task) sleeps until \(deadline.brief)" + (place.map { ", at \($0)" } ?? "")
  }
}

/// The sleepers, found by their numbers without hashing. A number consists of a slot and the number
/// of times that the slot has been used.
struct SleeperTable {
  private var slots: [Slot] = []
  private var free: [Int] = []

  private struct Slot {
    var sleeper: Sleeper?
    var round = 0
  }

  /// The sleepers, in the order of their deadlines.
  var all: [Sleeper] {
    slots.compactMap(\.sleeper).sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
  }

  /// Returns a number for a task that is about to sleep. The number stays reserved until `remove`.
  mutating func reserve() -> Int {
    let index = free.popLast() ?? slots.count
    if index == slots.count { slots.append(Slot()) }
    return index << 32 | slots[index].round
  }

  /// Returns the sleeper with a number; nil if there is none, or not yet.
  func asleep(_ number: Int) -> Sleeper? {
    let slot = slots[number >> 32]
    return slot.round == number & 0xffff_ffff ? slot.sleeper : nil
  }

  mutating func add(_ sleeper: Sleeper) {
    slots[sleeper.number >> 32].sleeper = sleeper
  }

  /// Frees a number, and returns its sleeper; nil if it is already free.
  mutating func remove(_ number: Int) -> Sleeper? {
    let index = number >> 32
    guard slots[index].round == number & 0xffff_ffff else { return nil }
    slots[index].round = (slots[index].round + 1) & 0xffff_ffff
    free.append(index)
    return slots[index].sleeper.take()
  }
}
