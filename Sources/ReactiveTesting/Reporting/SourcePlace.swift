/// The place in a test where a check is made. Failures are reported there.
public struct SourcePlace: Sendable {
  /// The module and the name of the file.
  public let fileID: StaticString
  /// The path of the file.
  public let filePath: StaticString
  /// The line, counted from 1.
  public let line: Int
  /// The column, counted from 1.
  public let column: Int

  /// Creates a place. The default is that of the call.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension SourcePlace: CustomStringConvertible {
  /// `SearchTests.swift:12`
  public var description: String {
    let file = fileID.description.split(separator: "/").last.map(String.init) ?? ""
    return "\(file):\(line)"
  }
}
