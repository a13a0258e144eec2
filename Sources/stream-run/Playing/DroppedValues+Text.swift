import Pipelines

extension DroppedValuesReport {
  /// The lines about the values that an operator has dropped, the first of them with the place and
  /// the reason of the failure.
  var lines: [String] {
    let place = location.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
    let values = count == 1 ? "1 value" : "\(count) values"
    let verb = output.map { "sent \(values) to '\($0)'" } ?? "skipped \(values)"
    let rest = count > first.count ? ", the first:" : ":"
    return ["\(place)'\(operatorName)' \(verb) because of an error\(rest)".onOneLine]
      + first.map { "  \($0.line)".onOneLine }
  }
}
