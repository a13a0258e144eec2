import Platform
import Synchronization

/// The points in long work at which it can be interrupted from outside.
///
/// A chain may work for hours at one instant without returning to code that could check whether it
/// should continue: a repetition that subscribes again, or a list of a million elements. So the
/// loops that every chain consists of pass a safepoint in each round: a scheduler after each piece
/// of work, a subscription before it nests, a burst after each of its values. A pass costs one load
/// from memory. Once another thread has made a request, each thread that passes a safepoint runs
/// the handler that it has set. The handler may cancel the chain right there, as a subscriber may
/// do inside any value.
@usableFromInline
package enum Safepoint {
  /// The kind of a request.
  package struct Request: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The work must end.
    package static let stop = Request(rawValue: 1)
    /// The work must end, unless it has made progress since the previous request of this kind.
    package static let stopIfStuck = Request(rawValue: 2)
    /// The process uses more memory than it may.
    package static let memory = Request(rawValue: 4)
  }

  private static let requests = Atomic<UInt8>(0)
  private static let handlerOfThread = ThreadLocal<Handler>(isOwner: true)

  private final class Handler {
    var run: ((Request) -> Void)?
  }

  /// Makes a request to all threads. It lasts until it is withdrawn.
  package static func request(_ request: Request) {
    requests.bitwiseOr(request.rawValue, ordering: .relaxed)
  }

  package static func withdraw(_ request: Request) {
    requests.bitwiseAnd(~request.rawValue, ordering: .relaxed)
  }

  /// Does work on this thread. While there is a request, a handler runs at each safepoint of that
  /// work.
  package static func handling<Result>(
    by run: @escaping (Request) -> Void, _ work: () -> Result
  ) -> Result {
    let handler = currentHandler
    let outer = handler.run
    handler.run = run
    defer { handler.run = outer }
    return work()
  }

  /// Runs the handler of this thread if there is a request.
  @usableFromInline @inline(__always)
  static func pass() {
    let pending = requests.load(ordering: .relaxed)
    if pending != 0 { heed(Request(rawValue: pending)) }
  }

  /// Not inlined, so that the code that passes a safepoint stays short.
  @inline(never)
  private static func heed(_ pending: Request) {
    currentHandler.run?(pending)
  }

  private static var currentHandler: Handler {
    if let handler = handlerOfThread.object { return handler }
    let new = Handler()
    handlerOfThread.keep(new)
    return new
  }
}
