import Diagrams
import Marbles
import Reactive
import Testing
import Tracing
import Values

@Suite struct TerminalDiagramTests {
  @Test func `values are in the line if there is room`() {
    #expect(
      TerminalDiagram(width: 72).text(of: SampleTraces.search) == """
                      0s      2s      4s      6s      8s      10s     12s
                      ┬───────┬───────┬───────┬───────┬───────┬───────┬
        marbles       h───────he──────hel─────────────hello───────────|
        debounce 2.0  ────────────────────────hel─────────────hello───|

        """)
  }

  @Test func `long values are on separate lines, above their marks`() {
    #expect(
      TerminalDiagram(width: 80).text(of: SampleTraces.orders) == """
          0s            5s             10s            15s           20s          30s
          ┬─────────────┬──────────────┬──────────────┬─────────────┬────────╱╱──┬
        input orders (each {id, customer, total: 12.5})
          0, c0          3, c0          6, c0          9, c0          12, c0
          │    1, c1     │    4, c1     │    7, c1     │    10, c1    │    13, c1
          ●────●────●────●────●────●────●────●────●────●────●────●────●────●─╱╱──|
        large › filter $0.customer != 'c1' && $0.total > 10.0 && !('discount' in $0)
                    2, c2          5, c2          8, c2          11, c2
          0, c0     │    3, c0     │    6, c0     │    9, c0     │    12, c0
          ●─────────●────●─────────●────●─────────●────●─────────●────●──────╱╱──|

        """)
  }

  @Test func `a time without events is left out`() {
    #expect(
      TerminalDiagram(width: 80).text(of: SampleTraces.silence) == """
                             0s      10s      20s   10h     10h10s     1d      1d10s
                             ┬───────┬────────┬─╱╱──┬───────┬──────╱╱──┬───────┬
                             open                   shut     shut
                             │   shut   shut  open  │  open  │   open  shut    open
        input door           ●───●──●───●─────●─╱╱──●──●─────●───●─╱╱──●───────●>
        filter $0 == 'open'  open───open──────open─────open──────open──────────open>

        """)
  }

  @Test func `a failure has its message above`() {
    #expect(
      TerminalDiagram(width: 80, isASCII: true).text(of: SampleTraces.failure) == """
                    0s      0.2s    0.4s    0.6s    0.8s    1s      1.2s
                    +-------+-------+-------+-------+-------+-------+--
                                                       no answer from <host> & "proxy"
        marbles     1-------------------2-------------------3---------X
                                                       no answer from <host> & "proxy"
        map $0 * 2  2-------------------4-------------------6---------X

        """)
  }

  @Test func `more values than columns are counted`() {
    #expect(
      TerminalDiagram(width: 80).text(of: SampleTraces.steps(4000)) == """
                         0s      5m      10m     15m      20m     25m     30m
                         ┬───────┬───────┬───────┬────────┬───────┬───────┬───────
                         4000 values, 1.98/s, at most 2.33/s
        input metrics    ▇████▇█▇████▇██▇█▇▇▇▇▇█▇███▅▅█▇██▇█▇█▇██▇█▇▇███▇▇▇█▇▇▇█▇|
                         388 values, 11.6/min, at most 23.3/min
        filter $0 >= 90  ▇▄▇▄▅▆▃▄█▄▃▆▃▃▇▆▆▃▅▄▃▅▄▆▆▄▅▃▃▅▆▆▅▄▅▅▅▆▃▆▄▅▄▅▆▆▂▅▅▃▅▄▄▆▄▄|
                         301 values, 8.98/min, at most 15/min
        debounce 1.5     █▅▇▆▅█▅▅█▅▄▇▄▄▇▇▅▄▅▅▅▅▄▇▇▅▅▅▄▆█▇▆▆▆▆▅█▅▇▅▆▅▆▆█▂▆▇▄▅▅▅▆▅▅|

        """)
  }

  @Test func `only sources and outputs can be shown`() {
    #expect(
      TerminalDiagram(options: DiagramOptions(stages: .none), width: 72)
        .text(of: SampleTraces.search) == """
                   0s      2s      4s      6s      8s      10s     12s
                   ┬───────┬───────┬───────┬───────┬───────┬───────┬
          marbles  h───────he──────hel─────────────hello───────────|
          output   ────────────────────────hel─────────────hello───|

          """)
  }

  @Test func `a part of the time can be shown`() {
    let options = DiagramOptions(
      from: .zero.advanced(by: .seconds(3)), to: .zero.advanced(by: .seconds(9)))
    #expect(
      TerminalDiagram(options: options, width: 72).text(of: SampleTraces.search) == """
                      3s   4s   5s   6s   7s   8s   9s
                      ┬────┬────┬────┬────┬────┬────┬
        marbles       ─────hel─────────────────hello─>
        debounce 2.0  ───────────────hel─────────────>

        """)
  }

  @Test(arguments: SampleTraces.all.map(\.name), [40, 57, 80, 120, 400])
  func `no line is longer than the width`(name: String, width: Int) throws {
    let trace = try #require(SampleTraces.all.first { $0.name == name }).trace
    let lines = TerminalDiagram(width: width).text(of: trace).split(separator: "\n")
    #expect(lines.allSatisfy { ChartText.width(String($0)) <= width })
    #expect(lines.count < 30)
    let ascii = TerminalDiagram(width: width, isASCII: true).text(of: trace)
    #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
    #expect(ascii.split(separator: "\n").map(\.count) == lines.map { ChartText.width(String($0)) })
  }

  @Test(arguments: SampleTraces.all.map(\.name))
  func `colors change nothing else`(name: String) throws {
    let trace = try #require(SampleTraces.all.first { $0.name == name }).trace
    let colored = TerminalDiagram(isColored: true).text(of: trace)
    #expect(colored.contains("\u{1B}["))
    let plain = colored.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    #expect(plain == TerminalDiagram().text(of: trace))
  }

  @Test func `a title that is too long is on a separate line`() {
    var sketch = TraceSketch()
    let source = sketch.source("marbles", "", [(0, 1), (30, 2), (60, 3)], end: 60)
    let long = "$0 < 100 && $0 != 'a name that is much longer than the room'"
    _ = sketch.map("filter", long, source) { $0 }
    let lines = TerminalDiagram(width: 80).text(of: sketch.trace).split(separator: "\n")
    #expect(lines[3] == "filter \(long)")
    #expect(lines[4].hasPrefix("    "))
  }

  @Test func `a trace without stages has no rows`() {
    #expect(TerminalDiagram().text(of: Trace()) == "no stages\n")
  }
}
