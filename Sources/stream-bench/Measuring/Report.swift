/// Prints measurements as they arrive, and a table of the goals at the end.
struct Report {
  private let format: Format
  /// The first measurement of each variant of the current job. Growth is computed relative to it.
  private var first: [Variant: Double] = [:]
  /// The engine's last measurement of each job with a goal, which is that of the largest size.
  private var outcomes: [Outcome] = []

  private struct Outcome {
    let workload: any Workload.Type
    let nanoseconds: Double
    let ratio: Double
    let growth: Double
  }

  private static let columns = Columns([10, 11, 12, 8, 8, 9])

  init(format: Format) {
    self.format = format
  }

  mutating func begin(_ workload: any Workload.Type) {
    first = [:]
    let missing = workload.missing.joined(separator: ", ")
    guard format == .text else {
      if !missing.isEmpty {
        show(#"{"workload":"\#(workload.name)","not_installed":"\#(missing)"}"#)
      }
      return
    }
    print("\(workload.name): \(workload.summary)")
    if !missing.isEmpty { print("  not installed: \(missing)") }
    let heads = ["items", "variant", "ns/\(workload.item)", "ratio", "growth", "peak MB"]
    print(Self.columns.row(heads, "besides"))
  }

  /// Adds one job's measurements at one size. Plain Swift comes last.
  mutating func add(_ results: [Measurement]) {
    guard let plain = results.last else { return }
    for result in results {
      let nanoseconds = result.nanosecondsPerItem
      let ratio = nanoseconds / plain.nanosecondsPerItem
      let growth = nanoseconds / first[result.variant, default: nanoseconds]
      first[result.variant] = first[result.variant] ?? nanoseconds
      show(format == .json ? json(result, ratio, growth) : text(result, ratio, growth))
      if result.variant == .engine, result.workload.goal != nil {
        outcomes.removeAll { $0.workload == result.workload }
        outcomes.append(
          Outcome(
            workload: result.workload, nanoseconds: nanoseconds, ratio: ratio, growth: growth))
      }
    }
  }

  /// Prints a table of the engine's costs at the largest sizes, and of the goals.
  func end() {
    guard format == .text, !outcomes.isEmpty else { return }
    print("\n| | ns | target | at worst | | plain Swift, times | growth |")
    print("|---|--:|--:|--:|---|--:|--:|")
    for outcome in outcomes {
      guard let goal = outcome.workload.goal else { continue }
      let cells = [
        outcome.workload.name, rounded(outcome.nanoseconds), rounded(goal.target),
        rounded(goal.atWorst), goal.verdict(outcome.nanoseconds), rounded(outcome.ratio),
        rounded(outcome.growth),
      ]
      print("| \(cells.joined(separator: " | ")) |")
    }
  }

  private func text(_ result: Measurement, _ ratio: Double, _ growth: Double) -> String {
    var notes = result.besides.map { "\($0.name) \(rounded($0.nanosecondsPerItem))" }
    if result.variant == .engine, let goal = result.workload.goal {
      notes.append("\(goal): \(goal.verdict(result.nanosecondsPerItem))")
    }
    let cells = [
      "\(result.count)", result.variant.rawValue, rounded(result.nanosecondsPerItem),
      rounded(ratio), rounded(growth), rounded(result.peakMegabytes),
    ]
    return Self.columns.row(cells, notes.joined(separator: ", "))
  }

  private func json(_ result: Measurement, _ ratio: Double, _ growth: Double) -> String {
    var line =
      #"{"workload":"\#(result.workload.name)","variant":"\#(result.variant)","#
      + #""n":\#(result.count),"ns_per_item":\#(rounded(result.nanosecondsPerItem)),"#
      + #""ratio":\#(rounded(ratio)),"peak_mb":\#(rounded(result.peakMegabytes)),"#
      + #""growth":\#(rounded(growth))"#
    for part in result.besides {
      line += #","\#(part.name)_ns_per_item":\#(rounded(part.nanosecondsPerItem))"#
    }
    if result.variant == .engine, let goal = result.workload.goal {
      line += #","target":\#(rounded(goal.target)),"at_worst":\#(rounded(goal.atWorst))"#
      line += #","goal":"\#(goal.verdict(result.nanosecondsPerItem))""#
    }
    return line + "}"
  }
}
