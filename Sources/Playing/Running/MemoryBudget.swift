import Expressions
import Platform
import Reactive
import StreamModels
import Synchronization

/// The limit on the memory of the whole process, regardless of how many playbacks it runs at once.
///
/// A thread compares the memory measured by the system with the limit, more often the less is left.
/// Above half of the limit, it has the playbacks examined in rounds, at their next `Safepoint`s. A
/// playback fails if the limit is exceeded and it holds a good part of the memory, or if one of its
/// buffers is about to grow beyond the limit. It then releases its memory, so that the others can
/// continue. Nothing is counted for each value, and operators are not involved: the memory of a
/// playback is found by inspecting its runs (`HeldMemory`).
///
/// The failure belongs to the playback and not to an operator, so no `catch` or `retry` receives
/// it.
package enum MemoryBudget {
  /// The limit in bytes; the greatest integer if there is none.
  private static let limit = Atomic<Int>(.max)
  /// The number of playbacks in progress.
  private static let playbackCount = Atomic<Int>(0)
  /// The number of the current round of examinations.
  private static let currentRound = Atomic<Int>(0)
  /// The duration of the last examination, in nanoseconds. Rounds take at most a fiftieth of the
  /// time.
  private static let examinationTime = Atomic<Int64>(0)
  /// The number of playbacks that were spared since the limit was exceeded. It is locked while a
  /// playback is examined, and until a failing one has released its memory.
  private static let spared = Mutex<Int>(0)

  /// Whether the process has a limit.
  static var isLimited: Bool { limit.load(ordering: .relaxed) < .max }
  /// The number of the current round, in which each playback is examined once.
  static var round: Int { currentRound.load(ordering: .relaxed) }

  /// What the command takes by itself, before anything plays.
  package static let ownSize = 24 << 20

  /// The default limit: one gibibyte, or three quarters of the container's memory if that is less.
  package static var standardLimit: Int {
    min(1 << 30, (ProcessMemory.containerLimit ?? .max) / 4 * 3)
  }

  /// Notes that a playback is in progress during a call.
  static func duringPlayback<Result>(_ call: () -> Result) -> Result {
    playbackCount.add(1, ordering: .relaxed)
    defer { playbackCount.subtract(1, ordering: .relaxed) }
    return call()
  }
}

// MARK: - Watching

extension MemoryBudget {
  /// Limits the memory of the process from now on. `overrun` must end the process. It is called on
  /// another thread if no playback has failed in time, because the memory is used elsewhere.
  package static func enforce(_ bytes: Int, overrun: @escaping @Sendable () -> Never) {
    guard ProcessMemory.residentBytes != nil else { return }
    limit.store(bytes, ordering: .relaxed)
    ProcessMemory.observeRequests { request in
      guard let resident = ProcessMemory.residentBytes else { return }
      if resident + request > bytes + tolerance(of: bytes) { overrun() }
    }
    _ = DetachedThread.start {
      Signal.block([.interruption, .termination])
      watch(bytes, overrun)
    }
  }

  /// The memory above the limit that may be used before playbacks have failed.
  private static func tolerance(of limit: Int) -> Int { limit / 16 }

  private static func watch(_ limit: Int, _ overrun: () -> Never) {
    let end = limit + tolerance(of: limit)
    var nextRound = Int64.min
    while let resident = ProcessMemory.residentBytes {
      if resident > end {
        ProcessMemory.releaseFreed()
        if ProcessMemory.residentBytes ?? 0 > end { overrun() }
      }
      let now = MonotonicClock.nanoseconds
      if resident > limit || resident > limit / 2 && now >= nextRound {
        // A buffer may fill up without a change that the system can see, so rounds also start after
        // some time.
        nextRound = now + 50 * examinationTime.load(ordering: .relaxed)
        currentRound.add(1, ordering: .relaxed)
        Safepoint.request(.memory)
      } else {
        Safepoint.withdraw(.memory)
      }
      // No process allocates more than four bytes a nanosecond, because pages have to be cleared.
      let left = Int64(max(0, limit - resident) / 4)
      CurrentThread.sleep(nanoseconds: min(max(left / 8, 100_000), 50_000_000))
    }
  }
}

// MARK: - Examining

extension MemoryBudget {
  /// Returns the failure of a playback if it has to fail, after calling `release`, which releases
  /// the memory that the playback holds.
  ///
  /// - Parameter isTraced: Whether its events are recorded, which takes memory that it does not hold.
  static func failure(
    of playback: (any Subscription)?, isTraced: Bool, release: () -> Void
  ) -> StreamFailure? {
    spared.withLock { spared in
      let limit = limit.load(ordering: .relaxed)
      let start = MonotonicClock.nanoseconds
      defer {
        examinationTime.store(MonotonicClock.nanoseconds - start, ordering: .relaxed)
      }
      guard var resident = ProcessMemory.residentBytes else { return nil }
      if resident > limit {
        ProcessMemory.releaseFreed()
        resident = ProcessMemory.residentBytes ?? resident
      }
      let held = HeldMemory(of: playback, room: limit / 16)
      let isExceeded = resident > limit - limit / 64
      guard isExceeded || resident + held.growth.bytes > limit + tolerance(of: limit) else {
        spared = 0
        return nil
      }
      // Of several playbacks, one that holds little memory is not responsible, as long as there is
      // time to examine the others.
      let count = playbackCount.load(ordering: .relaxed)
      let share = count > 1 ? limit / (2 * count) : 0
      guard held.total >= share || spared >= 4 * count else {
        spared += 1
        return nil
      }
      spared = 0
      release()
      ProcessMemory.releaseFreed()
      if isTraced, isExceeded, resident - held.total - ownSize > held.largest {
        return failure(because: .trace, limit)
      }
      let holder = isExceeded ? held.most(atLeast: limit / 8) : .runs(held.growth.place)
      return failure(because: holder, limit)
    }
  }

  static func failure(because holder: HeldMemory.Holder?, _ limit: Int) -> StreamFailure {
    let (name, wayOut): (String?, String)
    var place: ExpressionPlace?
    switch holder {
    case .runs(let known?):
      let title = known.operatorName.map { "'\($0)'" } ?? "this stream"
      (name, wayOut, place) = (title, "make \(title) keep less", known)
    case .input(let input):
      (name, wayOut) = ("records of the input '\(input)' that wait", "read fewer inputs at once")
    case .trace:
      (name, wayOut) = ("the trace of its events", "trace less of it with '--until' or '--limit'")
    case .runs(nil), nil:
      (name, wayOut) = (nil, "play less of it with '--until' or '--limit'")
    }
    let reason =
      "the process needs more than \(ByteCount(limit).text) of memory"
      + (name.map { ", most of it for \($0)" } ?? "")
    let hint = "\(wayOut), or allow more with '--max-memory \(ByteCount(limit * 2).text)'"
    return StreamFailure(reason, FailureCause(reason, hint: hint, at: place))
  }
}
