import Diagrams
import Foundation
import Marbles
import TestSupport
import Testing
import Tracing
import Values

extension BrowserTests {
  /// Pages with many events, and with hostile ones, in a real browser.
  @Suite struct PlayerLoadTests {
    private func page(events: Int) throws -> String {
      try PlayerPage(
        title: "pipe", trace: .pipe(events: events),
        files: [PlayerPage.File(name: "pipe.json", text: Trace.pipeText)]
      ).html
    }

    /// Returns the processor time for each of many frames, with layout, in milliseconds and in
    /// ascending order. Real time would also count other tests that run at the same time.
    private func frames(of browser: Browser, count: Int) throws -> [Double] {
      try browser.command("Performance.enable", ["timeDomain": "threadTicks"])
      func spent() throws -> Double {
        let rows = try browser.command("Performance.getMetrics")["metrics"] as? [[String: Any]]
        let names: Set = ["ScriptDuration", "LayoutDuration", "RecalcStyleDuration"]
        return try #require(rows).reduce(0) { sum, row in
          names.contains(row["name"] as? String ?? "") ? sum + (row["value"] as? Double ?? 0) : sum
        }
      }
      let length = try browser.run("return player.length", as: Double.self)
      var times: [Double] = []
      var before = try spent()
      for frame in 0..<count {
        try browser.run("return player.frameAt(\(length * 0.3 + Double(frame) * 16.7))")
        let now = try spent()
        times.append((now - before) * 1_000)
        before = now
      }
      return times.sorted()
    }

    @Test func `frames of a show of 2,000 events take less than 8 ms`() throws {
      try Browser.open(page(events: 2_000)) { browser in
        let times = try frames(of: browser, count: 200)
        #expect(times[189] < 8, "the median is \(times[100]), the longest \(times[199])")
      }
    }

    @Test func `a page of 100,000 events opens and stays usable`() throws {
      try Browser.open(page(events: 100_000)) { browser in
        let opened = "return performance.getEntriesByType('navigation')[0].domInteractive"
        #expect(try browser.run(opened, as: Double.self) < 30_000)
        let options = "return document.querySelectorAll('[role=option]').length"
        #expect(try browser.run(options, as: Int.self) < 60)
        try browser.press("l", Browser.Key.end, Browser.Key.up)
        #expect(try browser.run("return player.state().event", as: Int.self) == 99_998)
        try browser.press("0")
        try browser.settle()
        let times = try frames(of: browser, count: 60)
        #expect(times[57] < 60, "the median is \(times[30]), the longest \(times[59])")
        #expect(try browser.messages() == [])
      }
    }

    @Test func `hostile text stays text`() throws {
      var random = SplitMix64(seed: 7)
      var builder = TraceBuilder()
      var files: [PlayerPage.File] = []
      for number in 0..<40 {
        let text = HostileText.make(using: &random)
        let stage = builder.stage(number % 2 == 0 ? .source : .operator, text, text)
        builder.trace.stages[stage].definition = text
        let event = builder.event(stage, Int64(number), .value(["</script>": .string(Text(text))]))
        builder.end(event, in: stage, Int64(number), .dropped, text)
        files.append(PlayerPage.File(name: text, text: text))
      }
      let html = try PlayerPage(title: files[0].name, trace: builder.trace, files: files).html
      try Browser.open(html) { browser in
        for event in 0..<40 {
          try browser.run("player.visit(\(event)); player.choose(\(event)); return true")
          try browser.settle()
        }
        #expect(try browser.run("return window.hit === undefined", as: Bool.self))
        let strangers = "return document.querySelectorAll('img, body svg[onload], iframe').length"
        #expect(try browser.run(strangers, as: Int.self) == 0)
        #expect(try browser.messages() == [])
      }
    }

    @Test(arguments: [0, 1])
    func `a page without events, or with one, opens`(events: Int) throws {
      var builder = TraceBuilder()
      let source = builder.stage(.source, "marbles")
      if events > 0 { builder.event(source, 0, .value(1)) }
      try Browser.open(PlayerPage(title: "", trace: builder.trace).html) { browser in
        try browser.press(" ", Browser.Key.right, Browser.Key.left, "l", Browser.Key.down)
        try browser.press("d", Browser.Key.right, Browser.Key.enter, Browser.Key.escape)
        try browser.settle()
        #expect(try browser.messages() == [])
      }
    }
  }
}
