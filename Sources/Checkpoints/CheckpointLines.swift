import Platform
import Reactive
import Values

/// Lines of JSON that are written to a file, or kept in memory.
package final class CheckpointLines {
  /// The reason why the rest is not written.
  enum Trouble: Error {
    /// It would take too long.
    case late
    /// The process for which it is written has ended.
    case abandoned
    /// It has more bytes than can be read.
    case tooLong(Int)
  }

  /// The number of bytes that are written at once.
  private static let blockSize = 1 << 16

  private let encoder = JSONTextEncoder()
  /// Writes bytes to the file; nil if the lines are kept.
  private let write: (([UInt8]) throws -> Void)?
  /// Called for each block. Throws if the rest need not be written.
  private let check: () throws -> Void
  private(set) var checksum = Checksum()
  /// The number of the operator of the last run.
  private var last: Int?
  /// The number of lines and bytes so far.
  private(set) var count = 0
  private(set) var byteCount = 0

  init(
    check: @escaping () throws -> Void = {}, write: (([UInt8]) throws -> Void)? = nil
  ) {
    (self.write, self.check) = (write, check)
  }

  /// The lines that have been kept.
  var bytes: [UInt8] { encoder.writer.buffer.bytes }

  func add(_ line: some Encodable) throws {
    try encoder.encode(line)
    try endLine()
  }

  /// Adds the state of a run, and the number of its operator.
  func add(run state: any Encodable, of number: Int?) throws {
    let end = beginRun(of: number)
    try encoder.encode(state)
    try endRun(end)
  }

  /// Begins the line of a run: `{"run":…,"operator":1}`, or `{"more":…}` if it belongs to the same
  /// operator as the one before. Returns the number that it ends with.
  private func beginRun(of number: Int?) -> Int? {
    defer { last = number }
    guard let number else {
      encoder.writer.buffer.append(#"{"run":"# as StaticString)
      return nil
    }
    if number == last {
      encoder.writer.buffer.append(#"{"more":"# as StaticString)
      return nil
    }
    encoder.writer.buffer.append(#"{"run":"# as StaticString)
    return number
  }

  /// Adds the state of a run that is already encoded.
  func add(entry: ArraySlice<UInt8>, of number: Int?) throws {
    let end = beginRun(of: number)
    encoder.writer.buffer.append(Array(entry))
    try endRun(end)
  }

  private func endRun(_ number: Int?) throws {
    if let number {
      encoder.writer.buffer.append(#","operator":"# as StaticString)
      encoder.writer.buffer.appendDecimal(Int64(number))
    }
    encoder.writer.buffer.append("}" as StaticString)
    try endLine()
  }

  /// Adds lines that are already encoded.
  func add(_ lines: [UInt8]) throws {
    encoder.writer.buffer.append(lines)
    count += lines.count { $0 == UInt8(ascii: "\n") }
    try flushIfFull()
  }

  private func endLine() throws {
    encoder.writer.buffer.append(UInt8(ascii: "\n"))
    count += 1
    try flushIfFull()
  }

  private func flushIfFull() throws {
    guard encoder.writer.buffer.count >= Self.blockSize else { return }
    try check()
    try flush()
  }

  /// Writes what has been encoded, if there is a file.
  func flush() throws {
    guard let write else { return }
    let bytes = encoder.writer.buffer.bytes
    checksum.add(bytes)
    byteCount += bytes.count
    try write(bytes)
    encoder.writer.buffer.truncate()
  }
}

/// Reads the states of runs from lines.
struct RunLines: RunStates {
  /// The lines, with the bytes after them that a reader needs.
  private let padded: [UInt8]
  private let count: Int
  private(set) var position = 0
  /// The number of the operator of the last run.
  private var last: Int?
  private let memory = ReaderMemory()

  init(_ bytes: [UInt8]) {
    padded = bytes + [UInt8](repeating: 0, count: 8)
    count = bytes.count
  }

  var isAtEnd: Bool { position >= count }

  /// Returns the next line: the state of a run, and the number of its operator; nil if it is not
  /// such a line, or the last one has been read.
  mutating func next() -> (state: Value, number: Int?)? {
    guard !isAtEnd, case .object(let line)? = nextValue() else { return nil }
    if let state = line["more"] { return (state, last) }
    guard let state = line["run"] else { return nil }
    if case .int(let number)? = line["operator"] { last = Int(exactly: number) } else { last = nil }
    return (state, last)
  }

  private mutating func nextValue() -> Value? {
    memory.makeRoom()
    do throws(ReadError) {
      return try JSONReader.reading(padded: padded, count: count, with: memory) {
        [start = position] reader throws(ReadError) in
        reader.start(at: start)
        let value = try reader.readValue()
        position = reader.offset + 1
        return value
      }
    } catch {
      return nil
    }
  }

  mutating func decode<State: Decodable>(_ type: State.Type) throws -> State {
    guard let state = next()?.state else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "fewer runs were saved than the chain has"))
    }
    return try ValueDecoder().decode(type, from: state)
  }
}

extension Value {
  /// Reads a line of JSON; nil if it is not JSON.
  init?(line: ArraySlice<UInt8>) {
    do throws(ReadError) {
      self = try JSONReader.value(of: SourceText(name: "", bytes: Array(line))).value
    } catch {
      return nil
    }
  }
}
