import Foundation
import TestSupport
import Testing

/// Chromium without a window, controlled through WebDriver.
struct Browser {
  private let driver: WebDriver
  private let session: String
  private static let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map(String.init)

  private static func path(of names: String...) -> String? {
    names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static let driverPath = path(of: "chromedriver")
  private static let programPath = path(of: "chromium", "chromium-browser", "google-chrome")

  /// Whether tests in a browser are requested.
  static var isWanted: Bool {
    ProcessInfo.processInfo.environment["STREAMS_BROWSER"] == "1"
  }

  /// Whether there is a browser with its driver. Without one, the tests that need it are skipped.
  static var isInstalled: Bool { driverPath != nil && programPath != nil }

  /// Opens a page in a new browser, and closes it when the closure returns.
  static func open(_ html: String, _ use: (Browser) throws -> Void) throws {
    let folder = try Folder(["page.html": html])
    let driver = try WebDriver(path: #require(driverPath))
    let session = try driver.startSession(program: #require(programPath))
    let browser = Browser(driver: driver, session: session)
    do {
      try browser.go(to: "file://\(folder.path)/page.html")
      try use(browser)
    } catch {
      try browser.close()
      throw error
    }
    try browser.close()
  }

  private func close() throws {
    _ = try driver.send("DELETE", session)
  }

  private func post(_ path: String, _ content: [String: Any]) throws -> Any {
    try driver.send("POST", "\(session)/\(path)", content)
  }

  func go(to url: String) throws {
    _ = try post("url", ["url": url])
  }

  /// Runs the body of a function in the page and returns its result.
  @discardableResult
  func run<Result>(_ script: String, as type: Result.Type = Any.self) throws -> Result {
    let result = try post("execute/sync", ["script": script, "args": [Any]()])
    return try #require(result as? Result, "\(script): \(result)")
  }

  /// Waits in the page, frame by frame, until a condition is true.
  func wait(until condition: String) throws {
    let script = """
      const done = arguments[0];
      const check = () => (\(condition)) ? done(true) : requestAnimationFrame(check);
      check();
      """
    _ = try post("execute/async", ["script": script, "args": [Any]()])
  }

  /// Presses keys, one after another.
  func press(_ keys: String...) throws {
    let actions = keys.flatMap { key in
      [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]]
    }
    _ = try post("actions", ["actions": [["type": "key", "id": "keys", "actions": actions]]])
  }

  /// Moves the pointer to a place of the page, and clicks there on request.
  func point(x: Double, y: Double, click: Bool = false) throws {
    var actions: [[String: Any]] = [["type": "pointerMove", "x": Int(x), "y": Int(y)]]
    if click {
      actions += [["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]]
    }
    let pointer: [String: Any] = [
      "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"], "actions": actions,
    ]
    _ = try post("actions", ["actions": [pointer]])
  }

  /// Returns the messages of the console since the last call, including violations of the policy.
  func messages() throws -> [String] {
    let rows = try post("se/log", ["type": "browser"]) as? [[String: Any]]
    return try #require(rows).map { "\($0["level"] ?? ""): \($0["message"] ?? "")" }
  }

  /// Sends a command of the browser's own protocol.
  @discardableResult
  func command(_ name: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    let result = try post("goog/cdp/execute", ["cmd": name, "params": parameters])
    return try #require(result as? [String: Any])
  }

  /// Waits until all changes have been drawn.
  func settle() throws {
    _ = try post(
      "execute/async",
      [
        "script": """
        const done = arguments[0];
        requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
        """, "args": [Any](),
      ])
  }

  /// A key without a character, under its name in WebDriver.
  enum Key {
    static let enter = "\u{E007}"
    static let escape = "\u{E00C}"
    static let tab = "\u{E004}"
    static let end = "\u{E010}"
    static let home = "\u{E011}"
    static let left = "\u{E012}"
    static let up = "\u{E013}"
    static let right = "\u{E014}"
    static let down = "\u{E015}"
  }
}
