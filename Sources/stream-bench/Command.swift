import Expressions
import Pipelines

/// A parsed command line.
enum Command {
  case help
  case compare(Campaign)
  case operators(OperatorCampaign)
  case growth(GrowthCampaign)

  init(_ arguments: [String]) throws {
    var words = Words(arguments)
    if words.takeFlag("--help") || words.takeFlag("-h") {
      self = .help
      return
    }
    switch arguments.first {
    case OperatorCampaign.command:
      words.dropFirst()
      self = .operators(try OperatorCampaign(&words))
    case GrowthCampaign.command:
      words.dropFirst()
      self = .growth(try GrowthCampaign(&words))
    default:
      self = .compare(try Campaign(&words))
    }
  }

  func run() throws {
    switch self {
    case .help: print(Self.page)
    case .compare(let campaign): try campaign.run()
    case .operators(let campaign): try campaign.run()
    case .growth(let campaign): try campaign.run()
    }
  }

  private static var page: String {
    """
    Measures each workload as the engine runs it from a stream file's text, as typed publishers, and
    as plain Swift written by hand for that one job, in one run, with equal checksums.

    usage: stream-bench [WORKLOAD …] [--sizes N,N,…] [--format text|json]
           stream-bench operators [OPERATOR …] [--sizes N] [--format text|json]
           stream-bench growth [SWEEP …] [--sizes N,N,…] [--format text|json|svg]

    workloads, with what an item may cost:
    \(list(workloads.map { ($0.name, $0.summary + ($0.goal.map { "; \($0)" } ?? "")) }))

    operators: each operator alone over a timed stream, of ints and of objects, beside the stream.

    growth: the cost as something grows, and the slope in a picture with logarithmic axes.
    \(list(Sweep.all.map { ($0.name, $0.summary) }))

    Build with '-c release'. Each line is the median of at least five passes after a warm-up.
    'ratio' is to plain Swift, 'growth' to the smallest size.

    exit codes: 0 done, 1 two ways of doing a job gave different results, 64 usage, 70 our fault
    """
  }

  private static func list(_ entries: [(name: String, summary: String)]) -> String {
    let width = entries.map(\.name.count).max() ?? 0
    return entries.map { "  \(padded($0.name, to: width))  \($0.summary)" }
      .joined(separator: "\n")
  }
}

/// The words of a command line that have not been parsed yet.
struct Words {
  private(set) var rest: [String]

  init(_ arguments: [String]) {
    rest = arguments
  }

  mutating func dropFirst() {
    rest.removeFirst()
  }

  mutating func takeFlag(_ flag: String) -> Bool {
    guard let index = rest.firstIndex(of: flag) else { return false }
    rest.remove(at: index)
    return true
  }

  /// Removes an option with the word after it, and returns that word.
  mutating func takeOption(_ option: String) throws -> String? {
    guard let index = rest.firstIndex(of: option) else { return nil }
    guard index + 1 < rest.count else { throw UsageError("'\(option)' must be followed by a word") }
    let value = rest[index + 1]
    rest.removeSubrange(index...index + 1)
    return value
  }

  mutating func takeSizes() throws -> [Int]? {
    guard let list = try takeOption("--sizes") else { return nil }
    let sizes = list.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sizes.allSatisfy({ 1...100_000_000 ~= $0 }) else {
      throw UsageError("'--sizes' wants numbers of items, as in '--sizes 1000,1000000'")
    }
    return sizes
  }

  /// Removes `--format` and returns the word after it, the first format by default.
  mutating func takeFormat<Format: RawRepresentable & CaseIterable>() throws -> Format
  where Format.RawValue == String {
    let words = Format.allCases.map(\.rawValue)
    let word = try takeOption("--format") ?? words[0]
    guard let format = Format(rawValue: word) else {
      throw UsageError("no format '\(word)'; \(Suggestion.list(of: words))")
    }
    return format
  }

  /// Returns the things that the remaining words name; all of them if there are no words.
  func chosen<Thing>(of things: [Thing], _ kind: String, name: (Thing) -> String) throws -> [Thing]
  {
    let names = things.map(name)
    let chosen = try rest.map { word in
      guard !word.hasPrefix("-") else { throw UsageError(unknown(word, "option", Self.options)) }
      guard let index = names.firstIndex(of: word) else {
        throw UsageError(unknown(word, kind, names))
      }
      return things[index]
    }
    return chosen.isEmpty ? things : chosen
  }

  private static let options = ["--sizes", "--format", "--help"]

  private func unknown(_ word: String, _ kind: String, _ names: [String]) -> String {
    "unknown \(kind) '\(word)'; "
      + (Suggestion.hint(for: word, among: names) ?? Suggestion.list(of: names))
  }
}

/// The format of printed measurements.
enum Format: String, CaseIterable {
  case text, json
}
