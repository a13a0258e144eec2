import Marbles
import Pipelines
import TestSupport
import Testing
import Values

/// Random documents of streams that use one another.
@Suite struct RandomDocumentTests {
  /// An operator around each join that keeps it a separate stage.
  private static let wall = #"{"dropFirst": {"count": 0}}"#

  @Test func `any document plays event by event as documented`() {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    var played = 0
    for round in 0..<3000 {
      let (definitions, root) = random.slowDocument()
      guard let expected = SlowPlayer.play(definitions, root) else { continue }
      let named = definitions.map { #""\#($0.name ?? "")": {\#($0.members)}"# }
      let text = "{\"definitions\": {\(named.joined(separator: ",\n"))},\n\(root.members)}"
      let found = outcome { try PipelinesTests.played(text) }
      #expect(found == expected, "seed \(seed), round \(round): \(text)")
      guard found == expected else { return }
      played += 1
    }
    #expect(played > 2000)
  }

  @Test func `a model plays like its text, however it was created`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for round in 0..<300 {
      let (definitions, root) = random.slowDocument()
      let named = definitions.map { #""\#($0.name ?? "")": {\#($0.members)}"# }
      let text = "{\(root.members), \"definitions\": {\(named.joined(separator: ",\n"))}}"
      let model = try StreamModel<Value>(SourceText(name: "t.json", text))
      let written = String(
        decoding: JSONWriter.text(of: try ValueEncoder().encode(model)), as: UTF8.self)
      let again = outcome { try played(written, Playback(limit: 1000)) }
      let direct = outcome { try Program(model).play(Playback(limit: 1000)).brief }
      #expect(direct == again, "seed \(seed), round \(round): \(text)")
      guard direct == again else { return }
    }
  }

  @Test func `merged joins have the same results as nested ones`() {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for round in 0..<400 {
      var document = RandomDocument(random: random)
      let (nested, walled) = document.texts(wall: Self.wall)
      random = document.random
      let (plain, apart) = (outcome { try played(nested) }, outcome { try played(walled) })
      #expect(plain == apart, "seed \(seed), round \(round): \(nested)")
      guard plain == apart else { return }
    }
  }

  @Test func `every mistake in a broken document has a place`() {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    var told = 0
    for round in 0..<400 {
      var document = RandomDocument(random: random)
      document.isBroken = true
      let text = document.texts(wall: Self.wall).nested
      random = document.random
      let found = mistakes(in: SourceText(name: "t.json", text))
      let isPlaced = found.items.allSatisfy { $0.location != nil && !$0.message.isEmpty }
      let offsets = found.items.compactMap { $0.location?.offset }
      #expect(
        isPlaced && offsets == offsets.sorted(), "seed \(seed), round \(round): \(found)\n\(text)")
      guard isPlaced else { return }
      told += found.count
    }
    #expect(told > 100)
  }
}

/// A random document, written twice: plainly, and with an operator around each join.
private struct RandomDocument {
  var random: SplitMix64
  /// Whether it contains mistakes.
  var isBroken = false
  private var wall = ""

  init(random: SplitMix64) {
    self.random = random
  }

  mutating func texts(wall: String) -> (nested: String, walled: String) {
    let start = random
    let nested = document()
    random = start
    self.wall = wall
    let walled = document()
    self.wall = ""
    return (nested, walled)
  }

  /// Returns definitions, each of which uses the previous ones, and a join of them all.
  private mutating func document() -> String {
    var names: [String] = []
    var definitions: [String] = []
    for index in 0..<random.below(6) {
      definitions.append(#""n\#(index)": \#(model(names, depth: 2))"#)
      names.append("n\(index)")
    }
    let root = model(names, depth: 3).dropFirst()
    return "{\"definitions\": {\(definitions.joined(separator: ",\n"))},\n\(root)"
  }

  private mutating func model(_ names: [String], depth: Int) -> String {
    if isBroken, random.oneIn(12) { return mistake() }
    switch random.below(depth == 0 ? 3 : 8) {
    case 0:
      return #"{"sequence": [\#(random.below(9)), \#(random.below(9))]}"#
    case 1:
      let marks = ["-a|", "a-b|", "(ab)--|", "--#", "|", "a", "-(c|)"][random.below(7)]
      return #"{"marbles": "\#(marks)", "hot": \#(random.oneIn(4))}"#
    case 2:
      return #"{"stream": [\#(item(names, depth: 0)), \#(item(names, depth: depth))]}"#
    case 3, 4:
      return join("append", names, depth: depth)
    case 5, 6:
      return join("merge", names, depth: depth)
    default:
      let delay = #", "operators": [{"delay": {"seconds": \#(random.below(2))}}]"#
      return #"{"from": \#(input(names, depth: depth))\#(random.oneIn(2) ? delay : "")}"#
    }
  }

  private mutating func join(_ name: String, _ names: [String], depth: Int) -> String {
    let inputs = (0..<random.below(4)).map { _ in input(names, depth: depth) }
    return #"{"\#(name)": [\#(inputs.joined(separator: ", "))], "operators": [\#(wall)]}"#
  }

  private mutating func input(_ names: [String], depth: Int) -> String {
    if !names.isEmpty, random.oneIn(2) {
      return #""\#(isBroken && random.oneIn(8) ? "nowhere" : names[random.below(names.count)])""#
    }
    return model(names, depth: max(0, depth - 1))
  }

  private mutating func item(_ names: [String], depth: Int) -> String {
    if isBroken, random.oneIn(10) { return ["7", "{}", #"{"value": 1, "x": 2}"#][random.below(3)] }
    let delay = #"{"delay": {"seconds": \#(random.below(2))}}"#
    guard depth > 0, random.oneIn(2) else {
      return #"{"value": \#(random.below(9)), "operators": [\#(random.oneIn(2) ? delay : "")]}"#
    }
    let name = ["append", "merge", "prepend"][random.below(3)]
    let taken = #"{"\#(name)": {"streams": [\#(input(names, depth: depth))]}}"#
    return #"{"value": \#(random.below(9)), "operators": [\#(delay), \#(taken)]}"#
  }

  private mutating func mistake() -> String {
    [
      "7", "{}", #"{"sequence": 1}"#, #"{"marbles": "(a"}"#, #"{"from": "nowhere"}"#,
      #"{"sequence": [1], "operators": [{"nap": {}}, {"map": {"expression": "x +"}}]}"#,
      #"{"zip": [{"sequence": []}]}"#, #"{"merge": ["n0", {"from": "./nowhere.json"}]}"#,
      #"{"sequence": [1], "operators": [{"merge": {"streams": ["n9", 3]}}], "nmae": "a"}"#,
    ][random.below(9)]
  }
}
