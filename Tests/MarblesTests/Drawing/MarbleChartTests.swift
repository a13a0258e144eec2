import Marbles
import Testing

@Suite struct `Pictures of timelines` {
  private func picture(
    width: Int = 72, _ timelines: [(String, Timeline<String>)]
  ) -> String {
    MarbleChart(width: width).picture(of: timelines.map { (label: $0, timeline: $1) }) { $0 }
  }

  private let texts = [
    "a": "12.5", "b": "hello", "c": "[1,\"x\"]", "d": "{\"id\":17,\"name\":\"a long record\"}",
    "e": "👨‍👩‍👧‍👦",
  ]

  @Test func `share one time axis`() {
    #expect(
      picture([("numbers", .marbles("-1234|")), ("letters", .marbles("--A--B"))])
        == """
                 0s   1s   2s   3s   4s   5s
                 +----+----+----+----+----+
        numbers  -----1----2----3----4----|
        letters  ----------A--------------B>
        """)
  }

  @Test func `show values of one instant in parentheses`() {
    #expect(
      picture([("serial", .marbles("-123(4|)")), ("o", .marbles("(ox)--(↑↓)"))])
        == """
                0s   1s   2s   3s   4s   5s   6s
                +----+----+----+----+----+----+
        serial  -----1----2----3----(4|)
        o       (ox)--------------------------(↑↓)>
        """)
  }

  @Test func `show below the line why a stream failed`() {
    #expect(
      picture([("ten", .marbles("-1234567890#", error: "division by zero"))])
        == """
             0s   1s   2s   3s   4s   5s   6s   7s   8s   9s   10s  11s
             +----+----+----+----+----+----+----+----+----+----+----+
        ten  -----1----2----3----4----5----6----7----8----9----0----#
        ten at 11s: failure: division by zero
        """)
  }

  @Test func `show longer values above their times, in a stack if simultaneous`() {
    #expect(
      picture([
        ("trades", .marbles("-a--b--c--d--(ab|)", values: texts)),
        ("out", .marbles("----a-------(eb)", values: texts)),
      ])
        == """
                0s      2s      4s      6s      8s      10s     12s
                +-------+-------+-------+-------+-------+-------+----
                                                                    12.5
                    12.5        hello       [1,"x"]                 hello
        trades  ----o-----------o-----------o-----------o-----------(oo|)
                                                                👨‍👩‍👧‍👦
                                12.5                            hello
        out     ----------------o-------------------------------(oo)----->
        trades at 10s: {"id":17,"name":"a long record"}
        """)
  }

  @Test func `leave out long gaps, for all lines at the same place`() {
    #expect(
      picture([
        ("a", .marbles("-(ab)-c 6m d---(e|)")), ("b", .marbles("---x 3m y 10s z|")),
      ])
        == """
           0s        5s        184s        190s      195s      367s  370s
           +---------+------//-+-----------+---------+------//-+-----+--
        a  --(ab)------c----//------------------------------//-d-------(e|)
        b  ------x----------//-y---------------------z-|
        """)
  }

  @Test func `show milliseconds beside hours`() {
    let frame = Duration.milliseconds(100)
    #expect(
      picture([("search", .marbles("abc 300ms d 20s (ef) 6m g 300m h|", frame: frame))])
        == """
                0s                       0.5s         20.7s   6m21.1s 5h6m21.2s
                +------------------------+---------//-+----//-+----//-+-----
        search  a----b----c-------------------d----//-(ef)-//-g----//-h----|
        """)
  }

  @Test(
    arguments: [
      (.milliseconds(1), "0ms  1ms  2ms  3ms  4ms"), (.microseconds(1), "0us  1us  2us  3us  4us"),
      (.nanoseconds(1), "0ns"),
    ] as [(Duration, String)])
  func `measure short times in short units`(frame: Duration, marks: String) {
    let lines = picture([("t", .marbles("-a-b|", frame: frame))]).split(separator: "\n")
    #expect(lines[0] == "   \(marks)")
  }

  @Test func `mark instants that they cannot separate, and list them`() {
    let busy = Timeline(
      (0..<60).map { Timeline<String>.Event.value("\($0)", at: .milliseconds($0 * 137)) })
    #expect(
      picture([("busy", busy), ("other", .marbles("-a|"))])
        == """
               0s   1s   2s   3s   4s   5s   6s   7s   8s
               +----+----+----+----+----+----+----+----+
                                                       59
        busy   *o*o*o*o*o*oo*o*o*o*o*o*oo*o*o*o*o*o*oo*o>
        other  -----a----|
        busy at 0s: 0
        busy at 0.137s: 1
        busy at 0.274s: 2
        busy at 0.411s: 3
        busy at 0.548s: 4
        busy at 0.685s: 5
        busy at 0.822s: 6
        busy at 0.959s: 7
        busy at 1.096s: 8
        busy at 1.233s: 9
        busy at 1.37s: 10
        busy at 1.507s: 11
        busy at 1.644s: 12
        busy at 1.781s: 13
        busy at 1.918s: 14
        busy at 2.055s: 15
        busy at 2.192s: 16
        busy at 2.329s: 17
        busy at 2.466s: 18
        busy at 2.603s: 19
        and 39 more
        """)
  }

  @Test func `show that no event occurred`() {
    #expect(picture([]) == "0s\n+")
    #expect(
      picture([("waiting", .marbles("")), ("end", .marbles("|")), ("boom", .marbles("#"))])
        == """
                 0s
                 +
        waiting  ->
        end      |
        boom     #
        boom at 0s: failure: error
        """)
  }

  @Test func `escape characters that would move the cursor`() {
    let timeline: Timeline<String> = [
      .value("\n", at: .seconds(1)), .value("a\tb\u{1B}[2J", at: .seconds(2)),
      .value("\u{202E}", at: .seconds(3)), .failure("line\r\nbreak", at: .seconds(3)),
    ]
    #expect(
      picture([("la\nbel", timeline)])
        == """
                 0s   1s   2s   3s
                 +----+----+----+
                      \\n        \\u202e
        la\\nbel  -----o----o----(o#)
        la\\nbel at 2s: a\\tb\\u001b[2J
        la\\nbel at 3s: failure: line\\r\\nbreak
        """)
  }

  @Test func `fit their width, whatever they show`() {
    for seed in UInt64(7)..<37 {
      var numbers = RandomNumbers(seed: seed)
      let width = Int.random(in: 40...100, using: &numbers)
      let timelines = (0..<3).map { ("line \($0)", Self.timeline(&numbers)) }
      let first = picture(width: width, timelines)
      let longest = first.split(separator: "\n").map(\.count).max() ?? 0
      #expect(longest <= width, "seed \(seed):\n\(first)")
      #expect(first == picture(width: width, timelines), "seed \(seed)")
    }
  }

  private static func timeline(_ numbers: inout RandomNumbers) -> Timeline<String> {
    let unit = [1, 1000, 1_000_000, 50_000_000_000].randomElement(using: &numbers) ?? 1
    var time = 0
    var events: [Timeline<String>.Event] = []
    for _ in 0..<Int.random(in: 0...30, using: &numbers) {
      time += Int.random(in: 0...4, using: &numbers) * unit
      if Int.random(in: 0...9, using: &numbers) == 0 { time += 1_000_003 * unit }
      let count = Int.random(in: 1...3, using: &numbers)
      events.append(.value(String(repeating: "x", count: count), at: .nanoseconds(time)))
    }
    if Bool.random(using: &numbers) { events.append(.finished(at: .nanoseconds(time))) }
    return Timeline(events)
  }

  @Test func `are drawn quickly for many events`() {
    let many = Timeline(
      (0..<20_000).map { Timeline<String>.Event.value("\($0 % 10)", at: .milliseconds($0 * 100)) })
    let lines = picture([("many", many)]).split(separator: "\n")
    #expect(lines.count == 24)
    #expect(lines.last == "and 19980 more")
  }
}
