import Pipelines
import Reactive
import Values

/// Measures each operator alone, over a timed stream of ints and of objects, and subtracts the cost
/// of the stream itself.
struct OperatorCampaign {
  static let command = "operators"
  /// Measures one operator, or the stream alone, in a separate process.
  static let inProcess = "operator"

  private let chosen: [OperatorCase]
  private let count: Int
  private let format: Format

  init(_ words: inout Words) throws {
    count = try words.takeSizes()?.last ?? 100_000
    format = try words.takeFormat()
    let names = try words.chosen(of: Operator.specs, "operator") { $0.name }.map(\.name)
    chosen = OperatorCase.all.filter { names.contains($0.name) }
  }

  private static let columns = Columns([10, 10])
  private static let nameWidth = 62

  func run() throws {
    let source = try ItemKind.allCases.map { try cost(of: nil, $0) }
    if format == .text {
      print(padded("ns an item, beside the stream's own", to: Self.nameWidth), terminator: "")
      print(Self.columns.row(ItemKind.allCases.map(\.rawValue)))
      print(padded("(the stream)", to: Self.nameWidth), terminator: "")
      print(Self.columns.row(source.map(rounded)))
    }
    for operatorCase in chosen {
      let costs = try zip(ItemKind.allCases, source).map { kind, source -> Double? in
        if kind == .objects, operatorCase.isForNumbersOnly { return nil }
        return try cost(of: operatorCase, kind) - source * Double(operatorCase.streamCount)
      }
      report(operatorCase, costs)
    }
  }

  private func report(_ operatorCase: OperatorCase, _ costs: [Double?]) {
    let name = "\(operatorCase.name) \(operatorCase.parameters(for: .ints))"
    switch format {
    case .text:
      print(padded(name, to: Self.nameWidth), terminator: "")
      show(Self.columns.row(costs.map { $0.map(rounded) ?? "" }, operatorCase.reason ?? ""))
    case .json:
      for (kind, cost) in zip(ItemKind.allCases, costs) {
        guard let cost else { continue }
        show(
          #"{"operator":"\#(operatorCase.name)","#
            + #""parameters":\#(operatorCase.parameters(for: kind)),"#
            + #""values":"\#(kind)","n":\#(count),"ns_per_item":\#(rounded(cost))}"#)
      }
    }
  }

  /// Returns the cost of an item, including the stream's own share.
  private func cost(of operatorCase: OperatorCase?, _ kind: ItemKind) throws -> Double {
    let output = try TemporaryFile([])
    let name = operatorCase?.name ?? "-"
    let parameters = operatorCase?.parameters(for: kind) ?? "{}"
    let child = try ChildProcess.run(
      siblingProgram("stream-bench"),
      [Measurer.command, Self.inProcess, name, parameters, kind.rawValue, "\(count)"],
      output: output.path, errors: "/dev/null")
    guard child.status == 0,
      let cost = Double(String(decoding: try output.contents().dropLast(), as: UTF8.self))
    else { throw BenchError("\(name) \(parameters) of \(kind) failed") }
    return cost
  }

  /// Prints the cost of an item. Runs in a separate process.
  static func measure(_ arguments: [String]) throws {
    guard arguments.count == 4, let kind = ItemKind(rawValue: arguments[2]),
      let count = Int(arguments[3])
    else { throw UsageError("'\(inProcess)' is for stream-bench itself") }
    let operators = arguments[0] == "-" ? "" : #"{"\#(arguments[0])":\#(arguments[1])}"#
    let document = OperatorDocument(kind: kind, count: count, operators: operators)
    let program = try Program(SourceText(name: arguments[0], bytes: document.text))
    let median = try Measurer.median {
      let (time, checksum) = measured { play(program) }
      return Pass(time: time, checksum: checksum)
    }
    print(median.time.nanoseconds / Double(count))
  }
}
