#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Counts how deeply calls nest on this thread, so that a chain of any length runs on a shallow
/// stack.
///
/// A chain of publishers is a chain of calls: to subscribe goes up through every stage, a value comes
/// down through every stage, to cancel or release goes through all of them again. A chain of 100,000
/// stages would overflow the stack four times. So each `AnyPublisher`, through which every long chain
/// must go, enters its call here. Up to `limit` calls nest; what would nest deeper is put off, and run
/// by the outermost call before it returns. Calls that one call puts off run in their order and before
/// those that were put off earlier, which is the order in which they would have nested.
final class CallDepth {
  static let limit = 100

  private var depth = 0
  private var putOff: [() -> Void] = []

  /// Whether one more call may nest.
  var hasRoom: Bool { depth < Self.limit }
  /// Whether a call is under way that will run what is put off.
  var isEntered: Bool { depth > 0 }

  /// Whether a call waits for those that are under way to return. A source that gives a burst must
  /// then put off the rest of it, or the burst would pile up.
  var hasPutOff: Bool { !putOff.isEmpty }

  /// Nests one call. The outermost runs what was put off meanwhile.
  func enter(_ call: () -> Void) {
    depth += 1
    call()
    if depth == 1 { runPutOff() }
    depth -= 1
  }

  func putOff(_ call: @escaping () -> Void) {
    putOff.append(call)
  }

  /// Empties a variable, so that what it held is released on a shallow stack.
  func release<Held>(_ held: inout Held?) {
    guard hasRoom else {
      // The closure holds it until the outermost call lets the closure go.
      putOff { [held] in withExtendedLifetime(held) {} }
      held = nil
      return
    }
    enter { held = nil }
  }

  private func runPutOff() {
    while !putOff.isEmpty {
      let calls = putOff
      putOff = []
      // The last is taken first, so the order is turned round; what a call puts off comes on top.
      var stack = Array(calls.reversed())
      while let call = stack.popLast() {
        call()
        guard !putOff.isEmpty else { continue }
        stack.append(contentsOf: putOff.reversed())
        putOff.removeAll(keepingCapacity: true)
      }
    }
  }
}

extension CallDepth {
  /// The count of the thread that asks. It never leaves that thread.
  static var current: CallDepth {
    if let stored = pthread_getspecific(key) {
      return Unmanaged<CallDepth>.fromOpaque(stored).takeUnretainedValue()
    }
    let new = CallDepth()
    pthread_setspecific(key, Unmanaged.passRetained(new).toOpaque())
    return new
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key) { stored in
      // The parameter is optional on some platforms and not on others.
      let stored: UnsafeMutableRawPointer? = stored
      if let stored { Unmanaged<CallDepth>.fromOpaque(stored).release() }
    }
    precondition(result == 0, "the thread has no room for another key")
    return key
  }()
}
