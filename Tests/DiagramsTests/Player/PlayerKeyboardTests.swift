import Diagrams
import Foundation
import TestSupport
import Testing
import Tracing

extension BrowserTests {
  /// The page by keyboard, at any size and in any colors, in a real browser.
  @Suite struct PlayerKeyboardTests {
    private func page(events: Int) throws -> String {
      try PlayerPage(
        title: "pipe", trace: .pipe(events: events),
        files: [PlayerPage.File(name: "pipe.json", text: Trace.pipeText)]
      ).html
    }

    private let activeOption = """
      const list = document.getElementById('list');
      const option = document.getElementById(list.getAttribute('aria-activedescendant'));
      return [option.getAttribute('aria-posinset'), option.getAttribute('aria-setsize'),
        option.getAttribute('aria-selected'), option.children[3].textContent].join(' ')
      """

    @Test func `the list of events can be navigated by keyboard`() throws {
      let count = Trace.pipe(events: 60).events.count
      try Browser.open(page(events: 60)) { browser in
        try browser.press("l", Browser.Key.home)
        try browser.settle()
        #expect(try browser.run(activeOption, as: String.self) == "1 \(count) true marbles")
        try browser.press(Browser.Key.down, Browser.Key.down)
        try browser.settle()
        #expect(try browser.run(activeOption, as: String.self) == "3 \(count) true filter")
        #expect(try browser.run("return player.state().event", as: Int.self) == 2)
        let said = "return document.getElementById('live').textContent"
        #expect(try browser.run(said, as: String.self) == "event 2, 0.5 s, filter, 1")
        try browser.press(Browser.Key.enter)
        #expect(try browser.run("return player.state().chosen", as: Int.self) == 2)
        try browser.press(Browser.Key.end)
        try browser.settle()
        #expect(try browser.run(activeOption, as: String.self).hasPrefix("\(count) \(count) true"))
        #expect(try browser.messages() == [])
      }
    }

    @Test func `the diagram can be navigated by keyboard`() throws {
      try Browser.open(page(events: 60)) { browser in
        try browser.run("player.visit(1); return true")
        try browser.press("d", Browser.Key.down)
        #expect(try browser.run("return player.state().event", as: Int.self) == 2)
        try browser.press(Browser.Key.up, Browser.Key.left)
        #expect(try browser.run("return player.state().event", as: Int.self) == 0)
        try browser.press(Browser.Key.enter)
        #expect(try browser.run("return player.state().lit", as: Int.self) == 1)
      }
    }

    @Test func `the focus reaches everything, and is visible`() throws {
      try Browser.open(page(events: 60)) { browser in
        try browser.press(Browser.Key.home)
        try browser.settle()
        var reached: [String] = []
        for _ in 0..<13 {
          try browser.press(Browser.Key.tab)
          let focus = """
            const element = document.activeElement;
            const style = getComputedStyle(element);
            return element.id + (style.outlineStyle === 'none' ? ' unseen' : '')
            """
          reached.append(try browser.run(focus, as: String.self))
        }
        #expect(
          reached.dropFirst() == [
            "scroller", "back", "play", "forward", "slider", "speed", "farther", "fit", "closer",
            "keys", "code", "list",
          ])
        try browser.press("?")
        #expect(try browser.run("return document.getElementById('help').open", as: Bool.self))
      }
    }

    @Test func `a preference for reduced motion is respected`() throws {
      try Browser.open(page(events: 60)) { browser in
        let halfway = """
          player.seek((player.momentOf(1) + player.momentOf(2)) / 2);
          return true
          """
        let picture = "return document.getElementById('balls').toDataURL()"
        try browser.run(halfway)
        try browser.settle()
        let moving = try browser.run(picture, as: String.self)
        try browser.command(
          "Emulation.setEmulatedMedia",
          ["features": [["name": "prefers-reduced-motion", "value": "reduce"]]])
        try browser.run(halfway)
        try browser.settle()
        let calm = try browser.run(picture, as: String.self)
        try browser.run("player.seek(player.momentOf(1)); return true")
        try browser.settle()
        #expect(try browser.run(picture, as: String.self) == calm)
        #expect(moving != calm)
      }
    }

    @Test(arguments: [390, 820, 1400, 2200])
    func `a page fits any width, light and dark`(width: Int) throws {
      try Browser.open(page(events: 400)) { browser in
        var backgrounds: [String] = []
        for scheme in ["light", "dark"] {
          try browser.command(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": scheme]]])
          try browser.command(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false])
          try browser.settle()
          let overflow = "return document.documentElement.scrollWidth - window.innerWidth"
          #expect(try browser.run(overflow, as: Int.self) <= 0)
          let tooHigh = """
            return [...document.querySelectorAll('.row')]
              .filter(row => row.querySelector('.label').offsetHeight > row.offsetHeight).length
            """
          #expect(try browser.run(tooHigh, as: Int.self) == 0)
          backgrounds.append(
            try browser.run(
              "return getComputedStyle(document.body).backgroundColor", as: String.self))
        }
        #expect(backgrounds[0] != backgrounds[1])
        #expect(try browser.messages() == [])
      }
    }
  }
}
