/// Measures what is claimed: each workload as the engine runs it from a stream file's text, as typed
/// publishers, and as plain Swift written by hand for that one job, in one run, with equal checksums.
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
      complain("stream-bench: \(error)")
      exit(with: (error as? any StoppingError)?.exitCode ?? 70)
    }
  }
}

/// What ends the program, and what it then tells the shell.
protocol StoppingError: Error {
  var exitCode: Int32 { get }
}

/// A command line that says nothing sensible.
struct UsageError: StoppingError, CustomStringConvertible {
  let description: String
  var exitCode: Int32 { 64 }

  init(_ description: String) {
    self.description = description
  }
}

/// A measurement that says nothing: two ways of doing one job gave different results.
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
