import Composable
import Reactive
import Sessions
import Testing
import Values

@Suite struct HistoryTests {
  /// Returns a session that adds these numbers, with a state after each if requested.
  private func session(_ numbers: [Int], states: [Int] = [], name: String = "a.json") throws
    -> Session
  {
    let items = numbers.enumerated().map { index, number in
      let state = states.isEmpty ? "" : #", "$state": {"count":\#(states[index]),"names":{}}"#
      return
        #"{ "value": {"add":{"_0":\#(number)}}, "operators": [ { "delay": { "seconds": 1 } } ]\#(state) }"#
    }
    return try Session(
      SourceText(
        name: name, "{\"$session\": {},\n\"stream\": [\n" + items.joined(separator: ",\n") + "]}"))
  }

  private func history(_ session: Session) throws -> SessionHistory<Counter.State, Counter.Action> {
    try SessionHistory(session, initialState: Counter.State()) { Counter() }
  }

  @Test func `steps go forward and back`() throws {
    let history = try history(session([1, 2, 3]))
    #expect(history.count == 3 && history.position == 0 && history.state.count == 0)
    #expect(!history.stepBack())
    #expect(history.stepForward() && history.stepForward())
    #expect(history.state.count == 3 && history.position == 2)
    #expect(history.stepBack() && history.state.count == 1)
    history.move(to: 3)
    #expect(history.state.count == 6 && !history.stepForward())
    #expect(history.action(3) == .add(3))
    history.move(to: 0)
    #expect(history.state.count == 0)
  }

  @Test func `any path through a long session leads to the same states`() throws {
    let history = try history(session(Array(1...1000)))
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let number = Int.random(in: 0...1000, using: &generator)
      history.move(to: number)
      #expect(history.state.count == number * (number + 1) / 2)
    }
  }

  @Test func `a thousand steps back take little time`() throws {
    let history = try history(session(Array(repeating: 1, count: 10_000)))
    history.move(to: 10_000)
    for _ in 0..<100 { history.stepBack() }
    #expect(history.state.count == 9_900)
  }

  @Test func `a state is JSON, and two states have a difference`() throws {
    let history = try history(session([1, 2]))
    history.stepForward()
    #expect(
      try history.stateJSON == """
        {
          "count": 1,
          "names": {}
        }

        """)
    #expect(
      history.difference(from: 0, to: 2) == """
          Counter.State(
        −   count: 0,
        +   count: 3,
            … (2 unchanged)
          )
        """)
    #expect(history.difference(from: 1, to: 1) == nil)
  }

  @Test func `the first recorded state that differs is found`() throws {
    #expect(try history(session([1, 2], states: [1, 3])).firstDifference() == nil)
    let difference = try #require(
      try history(session([1, 2, 3], states: [1, 4, 5])).firstDifference())
    #expect(difference.number == 2 && difference.time == .seconds(2))
    #expect(
      difference.description.hasPrefix("a.json:4:1: action 2 at 2 s, 'Counter.Action.add(2)'"))
    #expect(try history(session([1, 2])).firstDifference() == nil)
  }

  @Test func `two sessions have a difference`() throws {
    let first = try session([1, 2, 3, 4])
    #expect(first.difference(from: try session([1, 2, 3, 4])) == nil)
    #expect(
      try first.difference(from: session([1, 3, 4, 5])) == """
        − action 2 at 2 s: {"add":{"_0":2}}
        + action 4 at 4 s: {"add":{"_0":5}}
        """)
    #expect(
      try session([1], states: [1]).difference(from: session([1], states: [2])) == """
        − action 1 at 1 s: {"add":{"_0":1}}
        + action 1 at 1 s: {"add":{"_0":1}}
          − state {"count":1,"names":{}}
          + state {"count":2,"names":{}}
        """)
    let long = try session(Array(1...5000))
    #expect(
      try long.difference(from: session(Array(5001...10_000)))
        == "5000 actions from number 1 on became 5000 others")
    #expect(
      try long.difference(from: session(Array(1...2499) + Array(2501...5000)))
        == "− action 2500 at 2500 s: {\"add\":{\"_0\":2500}}")
  }

  @Test func `a number beyond the session is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let source = SourceText(name: "a", #"{"sequence": []}"#)
      let history = try SessionHistory<Counter.State, Counter.Action>(
        Session(source), initialState: Counter.State()
      ) { Counter() }
      history.move(to: 1)
    }
  }
}
