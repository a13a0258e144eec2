import ExampleTerminal

@main
struct CounterProgram {
  @MainActor static func main() async {
    await feature.main()
  }

  static var feature: TerminalFeature<CounterFeature> {
    TerminalFeature(
      name: "Counter", summary: "A number that goes up and down, and facts about it.",
      commands: [
        ("+", "adds one"), ("-", "takes one away"), ("fact", "asks for a fact about the number"),
      ],
      initialState: CounterFeature.State(),
      make: { _ throws(TerminalMistake) in TerminalSetup(CounterFeature()) },
      read: read, show: show)
  }

  private static func read(
    _ line: String, _ state: CounterFeature.State
  ) throws(TerminalMistake) -> CounterFeature.Action {
    switch line.filter({ $0 != " " }) {
    case "+": return .increment
    case "-": return .decrement
    case "fact": return .askForFact
    default: throw TerminalMistake("unknown command '\(line)'; try 'help'")
    }
  }

  private static func show(_ state: CounterFeature.State) -> String {
    "\(state.count)" + (state.isAsking ? " …" : state.fact.map { ": \($0)" } ?? "")
  }
}
