#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Darwin)
  public import Darwin
#endif

/// The running thread.
public enum CurrentThread {
  /// A number that distinguishes the threads of the process.
  @inlinable public static var identity: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// The processor time that the thread has used.
  package static var processorTime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// Sleeps for a time. A signal may end the sleep earlier.
  package static func sleep(nanoseconds: Int64) {
    guard nanoseconds > 0 else { return }
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    var time = timespec(tv_sec: time_t(seconds), tv_nsec: Int(rest))
    unsafe nanosleep(&time, nil)
  }
}

/// One object for each thread.
///
/// Inlinable, because every stage that subscribes, and every value that enters a chain from
/// outside, reads such an object. It is public for that reason, like `Memory`.
public struct ThreadLocal<Object: AnyObject>: Sendable {
  @usableFromInline let key: pthread_key_t

  /// - Parameter isOwner: Whether a thread that ends releases its object.
  package init(isOwner: Bool) {
    var key = pthread_key_t()
    let result = unsafe pthread_key_create(&key, isOwner ? release : nil)
    precondition(result == 0, "the threads have no room for another key")
    self.key = key
  }

  /// The object of the current thread.
  @inlinable public var object: Object? {
    guard let stored = unsafe pthread_getspecific(key) else { return nil }
    return unsafe Unmanaged<Object>.fromOpaque(stored).takeUnretainedValue()
  }

  /// Retains an object for the current thread, until the thread ends.
  package func keep(_ object: Object) {
    unsafe pthread_setspecific(key, Unmanaged.passRetained(object).toOpaque())
  }

  /// Sets the object of the current thread without retaining it. The caller keeps it alive as long
  /// as it is set.
  package func note(_ object: Object?) {
    unsafe pthread_setspecific(key, object.map { unsafe Unmanaged.passUnretained($0).toOpaque() })
  }
}

private func release(_ stored: UnsafeMutableRawPointer?) {
  // The parameter is optional on some platforms and not on others.
  if let stored = unsafe stored { unsafe Unmanaged<AnyObject>.fromOpaque(stored).release() }
}
