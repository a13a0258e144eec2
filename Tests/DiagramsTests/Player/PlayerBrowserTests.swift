import Diagrams
import Foundation
import TestSupport
import Testing
import Tracing

extension BrowserTests {
  /// The page in a real browser. Without Chromium and its driver these tests are skipped.
  @Suite struct PlayerBrowserTests {
    private let trace = Trace.pipe(events: 60)

    private func page(_ trace: Trace) throws -> String {
      try PlayerPage(
        title: "pipe", trace: trace,
        files: [PlayerPage.File(name: "pipe.json", text: Trace.pipeText)]
      ).html
    }

    /// Opens a page, and checks afterwards that the console shows nothing.
    private func open(_ html: String, _ use: (Browser) throws -> Void) throws {
      try Browser.open(html) { browser in
        try use(browser)
        let messages = try browser.messages()
        #expect(messages == [])
      }
    }

    private let shownEvent = "return player.state().event"
    private let picture = "return document.getElementById('balls').toDataURL()"

    @Test func `a page opens complete, and loads nothing`() throws {
      try open(page(trace)) { browser in
        try browser.settle()
        #expect(try browser.run(shownEvent, as: Int.self) == trace.events.count - 1)
        let loaded = "return performance.getEntriesByType('resource').length"
        #expect(try browser.run(loaded, as: Int.self) == 0)
        let rows = "return [...document.querySelectorAll('.name')].map(name => name.textContent)"
        #expect(
          try browser.run(rows, as: [String].self)
            == ["marbles", "filter", "map", "collect", "output"])
      }
    }

    @Test func `the policy of a page stops any other script and style`() throws {
      try Browser.open(page(trace)) { browser in
        try browser.run(
          """
          const script = document.createElement('script');
          script.textContent = 'window.hit = 1';
          document.body.append(script);
          document.body.setAttribute('onclick', 'window.hit = 1');
          document.body.click();
          return true
          """)
        #expect(try browser.run("return window.hit === undefined", as: Bool.self))
        let messages = try browser.messages()
        #expect(messages.contains { $0.contains("Content Security Policy") })
      }
    }

    @Test func `a show plays to its end, and can be paused`() throws {
      try open(page(trace)) { browser in
        try browser.run("document.getElementById('play').click(); return true")
        try browser.wait(until: "player.state().event > 5")
        try browser.press(" ")
        #expect(try browser.run("return player.state().playing", as: Bool.self) == false)
        #expect(try browser.run(shownEvent, as: Int.self) < trace.events.count - 1)
        try browser.press("]", "]", "]", " ")
        try browser.wait(until: "!player.state().playing")
        #expect(
          try browser.run("return player.state().moment === player.length", as: Bool.self))
      }
    }

    @Test func `stepping and seeking show the same, forward and back`() throws {
      try open(page(trace)) { browser in
        try browser.press(Browser.Key.home)
        try browser.settle()
        var pictures = [try browser.run(picture, as: String.self)]
        for event in 0..<12 {
          try browser.press(Browser.Key.right)
          try browser.wait(until: "player.state().moment === player.momentOf(\(event))")
          try browser.settle()
          #expect(try browser.run(shownEvent, as: Int.self) == event)
          pictures.append(try browser.run(picture, as: String.self))
        }
        #expect(Set(pictures).count == pictures.count)
        for event in (0..<11).reversed() {
          try browser.press(Browser.Key.left)
          try browser.settle()
          #expect(try browser.run(picture, as: String.self) == pictures[event + 1])
        }
        for event in [3, 9, 1, 11] {
          try browser.run("player.seek(player.momentOf(\(event))); return true")
          try browser.settle()
          #expect(try browser.run(picture, as: String.self) == pictures[event + 1])
        }
      }
    }

    @Test func `clicking a ball highlights its causes and consequences`() throws {
      try open(page(trace)) { browser in
        for event in [1, 3, 11] {
          try browser.run("player.visit(\(event)); return true")
          try browser.settle()
          let place = try browser.run(
            """
            const box = document.getElementById('scroller').getBoundingClientRect();
            const { x, y } = player.placeOf(\(event));
            return [box.left + x, box.top + y]
            """, as: [Double].self)
          try browser.press(Browser.Key.escape)
          try browser.point(x: place[0], y: place[1], click: true)
          #expect(try browser.run("return player.state().chosen", as: Int.self) == event)
          #expect(
            try browser.run("return player.state().lit", as: Int.self)
              == trace.lineage(of: event).count)
          let tip = "return document.getElementById('tip').textContent"
          #expect(try browser.run(tip, as: String.self).contains("#\(event) at "))
          try browser.press(Browser.Key.escape)
          #expect(try browser.run("return player.state().lit", as: Int.self) == 0)
        }
      }
    }

    @Test func `an event that ended shows the reason`() throws {
      try open(page(trace)) { browser in
        try browser.run("player.visit(0); return true")
        try browser.settle()
        let details = "return document.getElementById('details').textContent"
        #expect(
          try browser.run(details, as: String.self).contains("filter: 'filter' is false for it")
        )
      }
    }
  }
}
