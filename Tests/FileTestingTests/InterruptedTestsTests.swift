import FileTesting
import Foundation
import Testing

/// Tests whose playbacks are interrupted after each piece of work.
@Suite struct InterruptedTestsTests {
  private static let operators = URL(fileURLWithPath: #filePath)
    .appending(path: "../../../Streams/Operators").standardizedFileURL.path

  @Test(arguments: try StreamFile.all(in: operators))
  func `every operator continues from its saved state`(file: StreamFile) throws {
    // An operator file for other files has no test.
    if file.documents.contains(where: { !$0.checks.isEmpty }) { try file.check(interrupting: true) }
  }

  /// The lateness of a record once did not fit the saved state.
  @Test func `late records and their counts are restored`() throws {
    try StreamFile("\(Self.operators)/../Rules/late-readings.json").check(interrupting: true)
  }
}
