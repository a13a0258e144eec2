#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread that runs one function and that no code waits for.
package enum DetachedThread {
  /// The size is the same on every system, because some systems have small stacks and values may be
  /// nested deeply.
  private static let stackSize = 2 << 20

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts the thread. Returns false if the system has no room for one.
  package static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let body = unsafe Unmanaged.passRetained(Body(run))
    let failure = unsafe pthread_create(
      &thread, &attributes, { unsafe DetachedThread.run($0) }, unsafe body.toOpaque())
    if failure != 0 { unsafe body.release() }
    return failure == 0
  }

  private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // The parameter is optional on some platforms and not on others.
    if let argument = unsafe argument {
      unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
    }
    return nil
  }
}
