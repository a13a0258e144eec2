import Platform

/// Measures the claims about speed. Each workload is run by the engine from the text of a stream
/// file, as typed publishers, and as plain Swift written for that one job. All run together and
/// must have equal checksums.
@main
struct StreamBench {
  static func main() {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == Measurer.command {
        try Measurer.measure(Array(arguments.dropFirst()))
      } else {
        try Command(arguments).run()
      }
    } catch {
      StandardError.writeLine("stream-bench: \(error)")
      CurrentProcess.exit(with: (error as? any StoppingError)?.exitCode ?? 70)
    }
  }
}

/// An error that ends the program, with its exit code.
protocol StoppingError: Error {
  var exitCode: Int32 { get }
}

/// An invalid command line.
struct UsageError: StoppingError, CustomStringConvertible {
  let description: String
  var exitCode: Int32 { 64 }

  init(_ description: String) {
    self.description = description
  }
}

/// A useless measurement: two variants of a job had different results.
struct DifferenceError: StoppingError, CustomStringConvertible {
  let description: String
  var exitCode: Int32 { 1 }

  init(_ description: String) {
    self.description = description
  }
}

/// A measurement that could not be made.
struct BenchError: StoppingError, CustomStringConvertible {
  let description: String
  var exitCode: Int32 { 70 }

  init(_ description: String) {
    self.description = description
  }
}
