import Composable
import ExampleTerminal
import Foundation
import Synchronization

/// A service backed by a file that contains its repositories, and how often it fails.
///
///     { "repositories": [ { "full_name": "apple/swift-nio", "stargazers_count": 7900 } ],
///       "failures": { "flaky": 1 } }
struct LocalSearch: Sendable {
  private struct File: Decodable {
    var repositories: [Repository]
    /// The number of times that a search for a string fails before it succeeds.
    var failures: [String: Int]?
  }

  private let file: File
  private let failures: FailureCount

  init(path: String) throws(TerminalMistake) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw TerminalMistake("'\(path)' cannot be read", code: .unreadableFile)
    }
    do {
      file = try JSONDecoder().decode(File.self, from: data)
    } catch {
      throw TerminalMistake(
        "'\(path)' is not '{ \"repositories\": [ … ] }', of objects with 'full_name' and "
          + "'stargazers_count'", code: .invalidFile)
    }
    failures = FailureCount(file.failures ?? [:])
  }

  func search(_ query: String) throws -> [Repository] {
    guard !failures.take(query) else { throw SearchError("the service does not answer") }
    let words = query.lowercased()
    return file.repositories.filter {
      "\($0.name) \($0.description ?? "")".lowercased().contains(words)
    }.sorted { ($1.stars, $0.name) < ($0.stars, $1.name) }
  }
}

/// The numbers of failures that remain.
private final class FailureCount: Sendable {
  private let left: Mutex<[String: Int]>

  init(_ failures: [String: Int]) {
    left = Mutex(failures)
  }

  /// Returns whether a search should fail.
  func take(_ query: String) -> Bool {
    left.withLock { left in
      guard let count = left[query], count > 0 else { return false }
      left[query] = count - 1
      return true
    }
  }
}
