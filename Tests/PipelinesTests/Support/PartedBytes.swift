@testable import Pipelines
@testable import Records

/// Bytes that a thread can read, a limited number at a time.
final class PartedBytes: ByteSource {
  private struct Rest: ThreadBytes {
    var bytes: ArraySlice<UInt8>
    let stride: Int
    var canWait: Bool { true }

    mutating func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
      let part = bytes.prefix(min(stride, target.count))
      guard !part.isEmpty else { return .end }
      target.copyBytes(from: part)
      bytes = bytes.dropFirst(part.count)
      return .bytes(part.count)
    }

    func close() {}
  }

  private var rest: Rest
  var onNews: (() -> Void)?

  convenience init(_ text: String, stride: Int = .max) {
    self.init(Array(text.utf8), stride: stride)
  }

  init(_ bytes: [UInt8], stride: Int = .max) {
    rest = Rest(bytes: bytes[...], stride: stride)
  }

  func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading { rest.read(into: target) }
  func cancel() {}
  func bytesForThread(endedBy stop: ReadingStop) -> (any ThreadBytes)? { rest }
}

extension InputBinding {
  /// Returns the records of a string, which a thread decodes as soon as it may.
  static func parted(_ text: String, format: RecordFormat = .ndjson) -> InputBinding {
    InputBinding { (_) throws(InputError) in
      TextRecords(PartedBytes(text), format: format, nil, name: "")
    }
  }
}
