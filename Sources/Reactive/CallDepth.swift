import Platform
import Synchronization

/// Counts how deeply calls nest on this thread, so that a chain of any length runs on a shallow
/// stack.
///
/// A chain of publishers is a chain of calls: a subscription goes up through every stage, a value
/// comes down through every stage, and a cancel or a release goes through all of them again. A
/// chain of 100,000 stages would overflow the stack in each of these four ways. So each
/// `AnyPublisher`, which every long chain must contain, enters its call here. Up to `limit` calls
/// nest. Deeper calls are put off, and the outermost call runs them before it returns. The calls
/// that one call puts off run in their order, and before those that were put off earlier, which is
/// the order in which they would have nested.
///
/// For that order to be preserved, code that makes a second call first checks whether the previous
/// one is really over (`hasPutOff`, `inTurn`): a source before its next value, a merge before its
/// next input. Code outside the chain cannot know this, so its calls (`sink`, `send`, a scheduler's
/// run) start their own count (`withFreshDepth`) and are over when they return. The same applies to
/// every cancel.
@usableFromInline
package final class CallDepth {
  static let limit = 100

  @usableFromInline @exclusivity(unchecked) private(set) var depth = 0
  @usableFromInline @exclusivity(unchecked) private(set) var putOff: [() -> Void] = []
  private var isCancelling = false
  /// The current restoration: it hands stages that subscribe now their saved states.
  @exclusivity(unchecked) fileprivate(set) var restoration: Restoration?

  /// Whether there is room for one more nested call.
  @usableFromInline package var hasRoom: Bool { unsafe depth < Self.limit && putOff.isEmpty }
  /// Whether a call is under way that will run the calls that have been put off.
  @inlinable var isEntered: Bool { unsafe depth > 0 }
  /// Whether a call that seems to be over is still waiting for the calls under way to return.
  @inlinable package var hasPutOff: Bool { unsafe !putOff.isEmpty }

  /// Nests one call. The outermost call then runs the calls that were put off in the meantime.
  package func enter(_ call: () -> Void) {
    Safepoint.pass()
    unsafe depth += 1
    call()
    leave()
  }

  /// Nests one call as deeply as it would have been at an earlier time, when `earlier` calls were
  /// nested: a late subscription of a stage continues the same chain as an early one.
  @usableFromInline
  func enter(asDeepAs earlier: Int, _ call: () -> Void) {
    Safepoint.pass()
    let now = unsafe depth
    unsafe depth = max(now, earlier)
    call()
    if now == 0 {
      unsafe depth = 1
      runPutOff()
    }
    unsafe depth = now
  }

  /// Makes a call once those under way have returned.
  func putOff(_ call: @escaping () -> Void) {
    unsafe putOff.append(call)
  }

  /// Runs the rest of a stage's work after the calls that the stage made and that have been put
  /// off.
  @usableFromInline
  package func putOffRest(_ rest: @escaping () -> Void) {
    let depth = unsafe depth
    putOff { self.enter(asDeepAs: depth, rest) }
  }

  /// Makes a call now, or after the previous calls if they have been put off.
  @usableFromInline
  package func inTurn(_ call: @escaping () -> Void) {
    if hasPutOff { putOffRest(call) } else { call() }
  }

  /// Makes a call, now or later, from the shallow part of the stack.
  func enterOrPutOff(_ call: @escaping () -> Void) {
    if isEntered { putOff(call) } else { enter(call) }
  }

  /// Makes a call that is over when it returns, regardless of the calls under way.
  @inlinable
  package func withFreshDepth<Result>(_ call: () -> Result) -> Result {
    isEntered ? nestAfresh(call) : call()
  }

  @usableFromInline
  func nestAfresh<Result>(_ call: () -> Result) -> Result {
    let outer = unsafe (depth, putOff, isCancelling)
    unsafe (depth, putOff, isCancelling) = (0, [], false)
    defer { unsafe (depth, putOff, isCancelling) = outer }
    return call()
  }

  /// Makes a call that cancels. It is over when it returns, unless it is made by another cancel.
  func cancel(_ call: @escaping () -> Void) {
    if isCancelling { return enterOrPutOff(call) }
    withFreshDepth {
      isCancelling = true
      enter(call)
      isCancelling = false
    }
  }

  /// Releases an object that may hold a long chain.
  func release<Held>(_ held: consuming Held) {
    guard hasRoom else {
      // The closure holds the object until the outermost call releases the closure.
      return putOff { [held] in withExtendedLifetime(held) {} }
    }
    var last = Optional(consume held)
    unsafe depth += 1
    Self.empty(&last)
    leave()
  }

  /// Not inlined: the optimizer may end the life of a local variable earlier than the code says. It
  /// once did, and releases nested without being counted.
  @inline(never)
  private static func empty<Held>(_ held: inout Held?) {
    held = nil
  }

  private func leave() {
    if unsafe depth == 1 { runPutOff() }
    unsafe depth -= 1
  }

  private func runPutOff() {
    guard unsafe !putOff.isEmpty else { return }
    var stack: [() -> Void] = []
    while true {
      // The last call runs first, so the order is reversed. Calls that a call puts off are placed
      // on top.
      unsafe stack.append(contentsOf: putOff.reversed())
      unsafe putOff.removeAll(keepingCapacity: true)
      guard let call = stack.popLast() else { return }
      call()
    }
  }
}

extension CallDepth {
  /// The count of the calling thread. It never leaves that thread.
  @usableFromInline package static var current: CallDepth {
    if let depth = ofThread.object { return depth }
    let new = CallDepth()
    ofThread.keep(new)
    return new
  }

  private static let ofThread = ThreadLocal<CallDepth>(isOwner: true)
}

// MARK: - Restoring

extension CallDepth {
  /// The number of restorations under way, on any thread. There is rarely one, and reading this
  /// number is faster than looking up the state of the thread.
  private static let restorationCount = Atomic<Int>(0)

  /// Whether stages that subscribe now restore the states they had in another playback.
  ///
  /// Not inlinable, because every subscription calls it and the code there should stay short.
  @usableFromInline package static var isRestoring: Bool {
    unsafe restorationCount.load(ordering: .relaxed) > 0 && current.restoration != nil
  }

  /// The current restoration.
  @usableFromInline package static var restoration: Restoration? {
    restorationCount.load(ordering: .relaxed) > 0 ? unsafe current.restoration : nil
  }

  /// Makes a call, and any calls it puts off, while stages that subscribe are restored.
  func restoring(_ restoration: Restoration, _ call: () -> Void) {
    precondition(unsafe self.restoration == nil, "a restoration inside another one")
    Self.restorationCount.add(1, ordering: .relaxed)
    unsafe self.restoration = restoration
    withFreshDepth { enter(call) }
    unsafe self.restoration = nil
    Self.restorationCount.subtract(1, ordering: .relaxed)
  }
}
