import Composable
import ExampleTerminal

@main
struct ShoppingListProgram {
  @MainActor static func main() async {
    await feature.main()
  }

  static var feature: TerminalFeature<ListFeature> {
    TerminalFeature(
      name: "ShoppingList", summary: "A list of things to buy.",
      commands: [
        ("add TITLE", "adds an item"), ("rename N TITLE", "gives item N another title"),
        ("done N", "ticks item N off, or back on; a second later it moves to the end"),
        ("remove N", "takes item N away"), ("sort", "sorts by title"),
      ],
      initialState: ListFeature.State(),
      make: { _ throws(TerminalMistake) in TerminalSetup(ListFeature()) },
      read: read, show: show)
  }

  private static func read(
    _ line: String, _ state: ListFeature.State
  ) throws(TerminalMistake) -> ListFeature.Action {
    let words = line.split(separator: " ", maxSplits: 1).map { $0.trimmed }
    let (command, rest) = (words[0], words.count > 1 ? words[1] : "")
    switch command {
    case "add" where !rest.isEmpty: return .add(rest)
    case "done": return .item(id: try number(rest, in: state), action: .toggle)
    case "remove": return .remove(id: try number(rest, in: state))
    case "sort" where rest.isEmpty: return .sortByTitle
    case "rename":
      let parts = rest.split(separator: " ", maxSplits: 1).map { $0.trimmed }
      guard parts.count == 2 else { throw TerminalMistake("'rename' takes a number and a title") }
      return .item(id: try number(parts[0], in: state), action: .rename(parts[1]))
    case "add": throw TerminalMistake("'add' takes a title")
    default: throw TerminalMistake("unknown command '\(line)'; try 'help'")
    }
  }

  private static func number(
    _ text: String, in state: ListFeature.State
  ) throws(TerminalMistake) -> Int {
    guard let number = Int(text), state.items.index(id: number) != nil else {
      throw TerminalMistake("there is no item '\(text)'")
    }
    return number
  }

  private static func show(_ state: ListFeature.State) -> String {
    if state.items.isEmpty { return "(nothing to buy)" }
    return state.items.map { "[\($0.isDone ? "x" : " ")] \($0.id) \($0.title)" }
      .joined(separator: "\n") + "\n"
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
