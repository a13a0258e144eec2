package import Platform

/// A position in an input at which another reading of it can continue.
package struct ReadingPosition: Codable, Hashable, Sendable {
  /// The file; nil for records in memory.
  package var file: FileMark?
  /// The number of records before the position, in the file or in the whole input.
  package var count = 0
  /// The number of the next line, and the number of bytes of text before it.
  package var line = 1
  package var offset = 0

  package init(file: FileMark? = nil, count: Int = 0, line: Int = 1, offset: Int = 0) {
    self.file = file
    self.count = count
    self.line = line
    self.offset = offset
  }
}

/// The properties by which a file is found again, even under another name.
package struct FileMark: Codable, Hashable, Sendable {
  /// The number of bytes that are compared.
  package static let size = 4096

  /// The path by which it was opened.
  package var path: String
  /// The identity on its file system.
  package var identity: String
  /// The checksum of its first bytes, and their number.
  package var head: String
  package var headSize: Int

  /// Marks an open file.
  init(of descriptor: FileDescriptor, path: String) throws(SystemError) {
    let bytes = try descriptor.bytes(at: 0, upTo: Self.size)
    self.path = path
    identity = "\(try FileStatus(of: descriptor).identity)"
    head = Self.checksum(of: bytes)
    headSize = bytes.count
  }

  private static func checksum(of bytes: [UInt8]) -> String {
    var checksum = Checksum()
    checksum.add(bytes)
    return checksum.text
  }

  /// Whether the first bytes of an open file are those of the marked one.
  func hasSameHead(_ descriptor: FileDescriptor) throws(SystemError) -> Bool {
    Self.checksum(of: try descriptor.bytes(at: 0, upTo: headSize)) == head
  }
}

extension FileStatus.Identity: CustomStringConvertible {
  package var description: String { "\(device):\(number)" }
}

/// The result of moving to a position in a file.
package enum FileMove {
  /// With a note for people if records are missing.
  case moved(String?)
  /// The file is the same, and its records must be read again up to the position.
  case mustSkip
  /// The file starts again, for a reason.
  case afresh(String)
}

/// A reader that can continue at a position of an earlier reading.
package protocol PositionedReader: RecordReader {
  /// Returns the position after the records that have been taken, and a number of decoded ones that
  /// follow; nil if the records come only once, as those of a pipe.
  func position(after more: Int) -> ReadingPosition?

  /// Moves to a position before the first record is read. Returns a note for people if records may
  /// be missing. Throws if the records are not the same.
  func move(to position: ReadingPosition) throws(InputError) -> String?
}

extension ListRecords: PositionedReader {
  package func position(after more: Int) -> ReadingPosition? {
    ReadingPosition(count: takenCount + more)
  }

  package func move(to position: ReadingPosition) throws(InputError) -> String? {
    guard skip(position.count) else {
      throw InputError(.changed, "there are fewer records than before")
    }
    return nil
  }
}
