/// Measures what is claimed: each workload as the engine runs it from a stream file's text and as
/// plain Swift written by hand for that one job, in one run, with equal checksums.
@main
struct StreamBench {
  static func main() {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == Measurer.command {
        try Measurer.measure(Array(arguments.dropFirst()))
      } else {
        try Campaign(arguments).run()
      }
    } catch {
      complain("stream-bench: \(error)")
      exit(with: error is UsageError ? 64 : 70)
    }
  }
}

/// A command line that says nothing sensible.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A measurement that says nothing: two ways of doing one job gave different results.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
