import Foundation

/// Queries the GitHub service with the program `curl`.
///
/// Foundation's `URLSession` does not link in a statically linked program on Linux, because its
/// library there lacks one that it depends on. A cancelled search is not waited for; `curl` ends by
/// itself.
struct CurlSearch: Sendable {
  private struct Answer: Decodable {
    var items: [Repository]
  }

  let query: String

  func run() async throws -> [Repository] {
    let (output, errors) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "curl", "--silent", "--show-error", "--fail", "--max-time", "20", "--get",
      "--header", "User-Agent: streams-example", "--data-urlencode", "q=\(query)",
      "--data", "per_page=5", "https://api.github.com/search/repositories",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let found = await Self.all(from: output)
    let complaint = await Self.all(from: errors)
    process.waitUntilExit()
    try Task.checkCancellation()
    guard process.terminationStatus == 0 else {
      let line = String(decoding: complaint, as: UTF8.self).split(separator: "\n").first
      throw SearchError(line.map(String.init) ?? "the service cannot be asked")
    }
    do {
      return try JSONDecoder().decode(Answer.self, from: found).items
    } catch {
      throw SearchError("the service gave something else than repositories")
    }
  }

  /// Reads to the end, on a thread that may block.
  private static func all(from pipe: Pipe) async -> Data {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    let data = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        continuation.resume(returning: file.readDataToEndOfFile())
      }
    }
    return withExtendedLifetime(pipe) { data }
  }
}
