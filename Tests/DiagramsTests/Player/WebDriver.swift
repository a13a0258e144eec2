import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A process of the browser's driver, which ends with this object.
final class WebDriver {
  private let process = Process()
  private let output = Pipe()
  private let port: UInt16

  /// Starts the driver, and waits until it reports the port on which it listens.
  init(path: String) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["--port=0"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    var found: Substring?
    while found == nil {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the driver ended: \(text)")
      text += String(decoding: data, as: UTF8.self)
      found = text.firstMatch(of: /started successfully on port (\d+)/)?.output.1
    }
    port = try #require(found.flatMap { UInt16($0) })
  }

  deinit {
    // A child of a thread that blocks signals receives no signal except this one.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Starts a browser, and returns the path of its session.
  func startSession(program: String) throws -> String {
    let options: [String: Any] = [
      "binary": program,
      // The page is our own. A container without a separate user cannot have a sandbox.
      "args": ["--headless=new", "--no-sandbox", "--window-size=1400,880"],
    ]
    let capabilities: [String: Any] = [
      "browserName": "chrome", "goog:chromeOptions": options,
      "goog:loggingPrefs": ["browser": "ALL"],
    ]
    let answer = try send(
      "POST", "/session", ["capabilities": ["alwaysMatch": capabilities]])
    return "/session/" + (try #require((answer as? [String: Any])?["sessionId"] as? String))
  }

  /// Sends a request and returns the value of its response.
  func send(_ method: String, _ path: String, _ content: [String: Any]? = nil) throws -> Any {
    let body = try content.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
    let connection = try connect()
    let head = """
      \(method) \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/json\r
      Content-Length: \(body.count)\r
      \r

      """
    try connection.write(contentsOf: Data(head.utf8) + body)
    let (status, data) = try readAnswer(connection)
    let answer = try JSONSerialization.jsonObject(with: data)
    let value = (answer as? [String: Any])?["value"]
    let message = (value as? [String: Any])?["message"]
    try #require(status == 200, "\(method) \(path): \(message ?? "no message")")
    return value ?? NSNull()
  }

  // `URLSession` rejects the responses of the driver, which has no space after the name of a
  // header.

  private func connect() throws -> FileHandle {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    let connection = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, size)
      }
    }
    try #require(result == 0, "no answer on port \(port)")
    return connection
  }

  private func readAnswer(_ connection: FileHandle) throws -> (status: Int, body: Data) {
    let separator = Data("\r\n\r\n".utf8)
    var data = Data()
    while true {
      if let end = data.range(of: separator) {
        let head = String(decoding: data[..<end.lowerBound], as: UTF8.self)
        let status = try #require(head.firstMatch(of: /^HTTP\/1.1 (\d+)/)?.output.1)
        let length = try #require(head.firstMatch(of: /(?i)content-length: *(\d+)/)?.output.1)
        let body = data[end.upperBound...]
        if body.count >= Int(length) ?? 0 { return (Int(status) ?? 0, Data(body)) }
      }
      let more = connection.availableData
      try #require(!more.isEmpty, "the driver ended")
      data += more
    }
  }
}
