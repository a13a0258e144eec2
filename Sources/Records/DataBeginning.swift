/// The kind of data that the first bytes of an input reveal: UTF-8 text, or a format that needs
/// another program to convert it.
enum DataBeginning: Equatable {
  /// Text, after a byte order mark of the given length.
  case text(markLength: Int)
  /// The kind of data is unknown until more bytes arrive.
  case unclear
  /// Data that is still compressed with gzip after the system's program has unpacked it.
  case gzip
  /// Data in another format: the name of the format, and the command that converts it to UTF-8.
  case foreign(found: String, tool: String?)

  private struct Sign {
    let bytes: [UInt8]
    let found: String
    let tool: String
  }

  /// The first bytes of compressed files and of texts in other encodings. A longer signature
  /// precedes one that is its prefix.
  private static let signs = [
    Sign(bytes: [0x28, 0xB5, 0x2F, 0xFD], found: "packed with zstd", tool: "zstd -dc"),
    Sign(
      bytes: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], found: "packed with xz", tool: "xz -dc"),
    Sign(bytes: [0x04, 0x22, 0x4D, 0x18], found: "packed with lz4", tool: "lz4 -dc"),
    Sign(bytes: [0x50, 0x4B, 0x03, 0x04], found: "a zip archive", tool: "unzip -p"),
    Sign(bytes: [0xFF, 0xFE, 0, 0], found: "UTF-32", tool: "iconv -f UTF-32 -t UTF-8"),
    Sign(bytes: [0, 0, 0xFE, 0xFF], found: "UTF-32", tool: "iconv -f UTF-32 -t UTF-8"),
    Sign(bytes: [0xFF, 0xFE], found: "UTF-16", tool: "iconv -f UTF-16 -t UTF-8"),
    Sign(bytes: [0xFE, 0xFF], found: "UTF-16", tool: "iconv -f UTF-16 -t UTF-8"),
  ]

  /// The signature of gzip.
  private static let gzipSign: [UInt8] = [0x1F, 0x8B]
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The signature of `bzip2`, except for the fourth byte, which is a digit.
  private static let bzip2: (head: [UInt8], tail: [UInt8]) = (
    [0x42, 0x5A, 0x68], [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]
  )

  /// Inspects the first bytes. Until the end of the data, it waits for as few further bytes as
  /// possible.
  init(of bytes: ArraySlice<UInt8>, isAtEnd: Bool) {
    let first = bytes.prefix(16)
    let isMarked = first.starts(with: Self.mark)
    if !isAtEnd, !isMarked, Self.isTooShort(first) {
      self = .unclear
      return
    }
    if isMarked {
      self = .text(markLength: Self.mark.count)
    } else if first.starts(with: Self.gzipSign) {
      self = .gzip
    } else if let sign = Self.signs.first(where: { first.starts(with: $0.bytes) }) {
      self = .foreign(found: sign.found, tool: sign.tool)
    } else if first.starts(with: Self.bzip2.head), first.dropFirst(4).starts(with: Self.bzip2.tail)
    {
      self = .foreign(found: "packed with bzip2", tool: "bzip2 -dc")
    } else {
      self = Self.judged(byZerosIn: first)
    }
  }

  /// Judges by zero bytes: UTF-8 text has none, and in UTF-16 text every second byte is usually
  /// zero.
  private static func judged(byZerosIn first: ArraySlice<UInt8>) -> DataBeginning {
    guard let a = first.first, let b = first.dropFirst().first else { return .text(markLength: 0) }
    switch (a, b) {
    case (0, 0): return .foreign(found: "zeros instead of text", tool: nil)
    case (0, 1...0x7F): return .foreign(found: "UTF-16", tool: "iconv -f UTF-16BE -t UTF-8")
    case (1...0x7F, 0): return .foreign(found: "UTF-16", tool: "iconv -f UTF-16LE -t UTF-8")
    default: return .text(markLength: 0)
    }
  }

  /// Whether the bytes may be the beginning of a longer signature.
  private static func isTooShort(_ first: ArraySlice<UInt8>) -> Bool {
    if first.count < 2 { return true }
    let known = signs.map(\.bytes) + [mark, bzip2.head]
    return known.contains { $0.count > first.count && $0.starts(with: first) }
      || first.count < 10 && first.starts(with: bzip2.head)
  }
}

extension DataBeginning {
  /// Returns the reason why the records of a file cannot be read, with a hint; nil if they can.
  func trouble(in name: String) -> String? {
    if self == .gzip { return "it is packed with gzip twice; unpack it once first" }
    guard case .foreign(let found, let tool) = self else { return nil }
    guard let tool else { return "it is \(found)" }
    return "it is \(found), expected UTF-8; run "
      + "'\(tool) \(ShellWord(file: name)) | stream-run … --input NAME=-'"
  }
}

/// The name of a file as a word of a shell command; `FILE` if it would have to be quoted.
struct ShellWord: CustomStringConvertible {
  let description: String

  init(file name: String) {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "/"),
        UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    let isWord = isPlain && !name.isEmpty && name.first != "-" && name.utf8.count <= 100
    description = isWord ? name : "FILE"
  }
}
