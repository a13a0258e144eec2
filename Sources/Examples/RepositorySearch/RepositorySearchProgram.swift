import Composable
import ExampleTerminal

@main
struct RepositorySearchProgram {
  @MainActor static func main() async {
    await feature.main()
  }

  static var feature: TerminalFeature<SearchFeature> {
    TerminalFeature(
      name: "RepositorySearch",
      summary: "Searches repositories while one types: each line is the text as it is by then.",
      commands: [("TEXT", "changes the text that is searched for"), ("clear", "takes it away")],
      options: [
        (
          "--local", "FILE",
          "asks a file in the place of the service (by default GitHub's, by curl)"
        )
      ],
      initialState: SearchFeature.State(), make: setup,
      read: { line, _ in .queryChanged(line == "clear" ? "" : line) }, show: show)
  }

  @MainActor private static func setup(
    _ options: [String: String]
  ) throws(TerminalMistake) -> TerminalSetup<SearchFeature> {
    guard let path = options["--local"] else { return TerminalSetup(SearchFeature()) }
    let local = try LocalSearch(path: path)
    return TerminalSetup(SearchFeature()) {
      $0.searchClient.search = { try local.search($0) }
    }
  }

  private static func show(_ state: SearchFeature.State) -> String {
    let status =
      switch state.status {
      case .idle: ""
      case .searching(1): " …"
      case .searching(let attempt): " … (attempt \(attempt))"
      case .failed(let reason): ": \(reason)"
      }
    let rows = state.results.map { "  \($0.stars)  \($0.name)" }
    return (["\(state.query.isEmpty ? "(no text)" : state.query)\(status)"] + rows)
      .joined(separator: "\n")
  }
}
