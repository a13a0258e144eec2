#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The running process.
package enum CurrentProcess {
  /// Returns the value of an environment variable; nil if it is not set.
  package static func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Flushes buffered output and ends the process.
  package static func exit(with code: Int32) -> Never {
    systemExit(code)
  }

  /// Ends the process at once, without flushing buffers, from a thread that may interrupt the main
  /// thread anywhere.
  package static func exitAtOnce(with code: Int32) -> Never {
    _exit(code)
  }

  /// Stops in the debugger. Without a debugger this ends the process.
  package static func stopInDebugger() {
    raise(SIGTRAP)
  }

  /// Flushes the output that `print` has buffered.
  package static func flushOutput() {
    fflush(nil)
  }

  /// Opens a placeholder for each of standard input, output and error that the process was started
  /// without, because the next file to be opened would otherwise get its number. Using a
  /// placeholder fails, just as using a closed descriptor would.
  package static func occupyStandardDescriptors() {
    let descriptors: [(FileDescriptor, Int32)] = [
      (.standardInput, O_WRONLY), (.standardOutput, O_RDONLY), (.standardError, O_RDWR),
    ]
    for (descriptor, mode) in descriptors where !descriptor.isOpen {
      _ = unsafe open("/dev/null", mode)
    }
  }

  /// Returns the address of a variable or a function in a loaded library; nil if no library exports
  /// the name, as in a statically linked program.
  package static func address(ofSymbol name: String) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      // The handle for all libraries of the program, for which other systems use null.
      dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
    #else
      unsafe dlsym(nil, name)
    #endif
  }
}

/// The number of processors, at least 1.
package var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Returns the logarithm to the base 10.
package func decimalLogarithm(_ number: Double) -> Double { log10(number) }

// A method hides the system's function of the same name.
private func systemExit(_ code: Int32) -> Never {
  exit(code)
}
