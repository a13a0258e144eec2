import Diagrams
import Marbles
import Reactive
import Testing
import Tracing

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

  @Test func `long values have a line of their own, down to their marks`() {
    #expect(
      TerminalDiagram(width: 80).text(of: SampleTraces.orders) == """
                                  0s     5s      10s     15s     20s     25s     30s
                                  ┬──────┬───────┬───────┬───────┬───────┬───────┬
                                  {id: 0, custome…       {id: 9, custome…
                                  │ {id: 1, custome…     │  {id: 10, custom…
                                  │ │  {id: 2, custome…  │  │  {id: 11, custom…
        input orders              ●─●──●─●──●──●─●──●──●─●──●──●─●──●────────────|
                                  {id: 0, cus…         {id: 8, cus…
                                  │    {id: 2, cus…    │ {id: 9, cus…
                                  │    │ {id: 3, cus…  │ │     {id: 11, cu…
        large › filter $0.custo…  ●────●─●─────●─●─────●─●─────●─●───────────────|

        """)
  }

  @Test func `a time in which nothing happens is left out`() {
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

  @Test func `no stages but sources and outputs`() {
    #expect(
      TerminalDiagram(options: DiagramOptions(stages: .none), width: 72)
        .text(of: SampleTraces.search) == """
                   0s      2s      4s      6s      8s      10s     12s
                   ┬───────┬───────┬───────┬───────┬───────┬───────┬
          marbles  h───────he──────hel─────────────hello───────────|
          output   ────────────────────────hel─────────────hello───|

          """)
  }

  @Test func `a part of the time`() {
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

  @Test func `a trace without stages has no rows`() {
    #expect(TerminalDiagram().text(of: Trace()) == "no stages\n")
  }
}
