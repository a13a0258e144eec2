#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process that asks.
package enum CurrentProcess {
  /// The value of an environment variable; nil if it is not set.
  package static func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Ends the process, after what it has put into buffers is written.
  package static func exit(with code: Int32) -> Never {
    systemExit(code)
  }

  /// Ends the process from a thread beside the main one, which may be in the middle of anything.
  package static func exitAtOnce(with code: Int32) -> Never {
    _exit(code)
  }

  /// Stops in the debugger; without one this ends the process.
  package static func stopInDebugger() {
    raise(SIGTRAP)
  }

  /// Writes what `print` has put into a buffer.
  package static func flushOutput() {
    fflush(nil)
  }

  /// Puts something in the place of standard input, output and error where the process was started
  /// without one: else the next file that is opened would be taken for it. Using it is an error, as it
  /// would be without anything.
  package static func occupyStandardDescriptors() {
    let descriptors: [(FileDescriptor, Int32)] = [
      (.standardInput, O_WRONLY), (.standardOutput, O_RDONLY), (.standardError, O_RDWR),
    ]
    for (descriptor, mode) in descriptors where !descriptor.isOpen {
      _ = unsafe open("/dev/null", mode)
    }
  }

  /// Where a variable or a function of a library that the process has loaded is, by its name; nil if
  /// none exports it, as in a statically linked program.
  package static func address(ofSymbol name: String) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      // All libraries of the program, which is what a null handle means elsewhere.
      dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
    #else
      unsafe dlsym(nil, name)
    #endif
  }
}

/// How many processors there are to run threads on.
package var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// The logarithm to the base 10.
package func decimalLogarithm(_ number: Double) -> Double { log10(number) }

// A method hides the system's function of the same name.
private func systemExit(_ code: Int32) -> Never {
  exit(code)
}
