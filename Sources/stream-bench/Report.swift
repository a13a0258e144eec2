/// Prints measurements as they come.
final class Report {
  private let isJSON: Bool
  /// The first measurement of each way of doing the job at hand, which growth is told by.
  private var first: [Variant: Double] = [:]

  init(isJSON: Bool) {
    self.isJSON = isJSON
  }

  func begin(_ workload: any Workload.Type) {
    first = [:]
    guard !isJSON else { return }
    print("\(workload.name): \(workload.summary)")
    print(
      row(["items", "variant", "ns/\(workload.item)", "ratio", "growth", "peak MB", "besides"]))
  }

  func add(_ result: Measurement, plain: Measurement?) {
    let ratio = plain.map { result.nanosecondsPerItem / $0.nanosecondsPerItem } ?? 1
    let growth =
      result.nanosecondsPerItem / first[result.variant, default: result.nanosecondsPerItem]
    first[result.variant] = first[result.variant] ?? result.nanosecondsPerItem
    print(isJSON ? json(result, ratio, growth) : text(result, ratio, growth))
  }

  private func text(_ result: Measurement, _ ratio: Double, _ growth: Double) -> String {
    row([
      "\(result.size)", result.variant.rawValue, rounded(result.nanosecondsPerItem),
      rounded(ratio), rounded(growth), rounded(result.peakMegabytes),
      result.besides.map { "\($0.name) \(rounded($0.nanosecondsPerItem))" }.joined(separator: ", "),
    ])
  }

  private func json(_ result: Measurement, _ ratio: Double, _ growth: Double) -> String {
    let besides = result.besides.map {
      #","\#($0.name)_ns_per_item":\#(rounded($0.nanosecondsPerItem))"#
    }
    return #"{"workload":"\#(result.workload)","variant":"\#(result.variant)","n":\#(result.size),"#
      + #""ns_per_item":\#(rounded(result.nanosecondsPerItem)),"ratio":\#(rounded(ratio)),"#
      + #""growth":\#(rounded(growth)),"peak_mb":\#(rounded(result.peakMegabytes))"#
      + besides.joined() + "}"
  }

  private func row(_ cells: [String]) -> String {
    let widths = [10, 9, 12, 8, 8, 9]
    return cells.enumerated().map { index, cell in
      guard index < widths.count else { return "  \(cell)" }
      return String(repeating: " ", count: max(0, widths[index] - cell.count)) + cell
    }.joined()
  }

  /// With one or two digits behind the point, as much as such a measurement is good for.
  private func rounded(_ number: Double) -> String {
    number >= 100 ? "\((number * 10).rounded() / 10)" : "\((number * 100).rounded() / 100)"
  }
}
