import TestSupport
import Testing

@testable import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite struct SourceTextTests {
  static let text = SourceText(name: "a.json", "ab\nc😀é\r\n\nd")
  static let places: [(Int, Int, Int)] = [
    (0, 1, 1), (1, 1, 2), (2, 1, 3), (3, 2, 1), (4, 2, 2), (8, 2, 3), (10, 2, 4), (12, 3, 1),
    (13, 4, 1), (14, 4, 2), (99, 4, 2), (-1, 1, 1),
  ]

  @Test(arguments: places)
  func `a place counts lines and scalars from one`(offset: Int, line: Int, column: Int) {
    #expect(Self.text.place(at: offset) == Place(line: line, column: column))
  }

  @Test func `many places equal the single places, in any order`() {
    let offsets = Self.places.map(\.0).reversed() as [Int]
    #expect(Self.text.places(at: offsets) == offsets.map { Self.text.place(at: $0) })
  }

  @Test(arguments: places)
  func `a place after a known one is found from there`(offset: Int, line: Int, column: Int) {
    for known in [0, 2, 8, 13] {
      let place = Self.text.place(at: offset, behind: (known, Self.text.place(at: known)))
      #expect(place == Place(line: line, column: column))
    }
  }

  @Test(arguments: [(0, "ab"), (2, "ab"), (3, "c😀é"), (11, "c😀é"), (12, ""), (13, "d"), (99, "d")])
  func `the line of an offset has no line break`(offset: Int, line: String) {
    #expect(Self.text.lineText(containing: offset) == line)
  }

  @Test func `text that is not UTF-8 has a place and is shown with replacement characters`() {
    let text = SourceText(name: "", bytes: [0x61, 0xFF, 0x0A, 0x80, 0x62])
    #expect(text.place(at: 4) == Place(line: 2, column: 1))
    #expect(text.lineText(containing: 0) == "a\u{FFFD}")
  }

  static let scalars: [(Int, Int?)] = [
    (0, 2), (1, 3), (2, 5), (3, 17), (4, 23), (5, 25), (6, 29), (7, 30), (8, nil), (-1, nil),
  ]

  @Test(arguments: scalars)
  func `a scalar of a string is found after escapes`(scalar: Int, offset: Int?) {
    // The contents are a, a line break, an emoji, A, é, an emoji, z.
    let text = SourceText(name: "", #"["a\n\ud83d\ude00\u0041é😀z"]"#)
    #expect(text.offset(ofScalar: scalar, inStringAt: 1) == offset)
    #expect(text.offset(ofScalar: 0, inStringAt: 0) == nil)
    #expect(text.offset(ofScalar: 0, inStringAt: 99) == nil)
  }

  @Test func `an unfinished string has no scalars`() {
    #expect(SourceText(name: "", "\"abc").offset(ofScalar: 1, inStringAt: 0) == nil)
  }
}

@Suite struct DocumentPathTests {
  static let descriptions: [(DocumentPath, String)] = [
    ([], ""),
    (
      ["stream", 3, "operators", 0, "map", "expression"],
      "stream[3].operators[0].map.expression"
    ),
    (["a b"], "['a b']"), (["a", "it's", "\\\n"], "a['it\\'s']['\\\\\\u{a}']"),
    ([0, "x"], "[0].x"),
    (["$schema", "é", "1a", ""], "$schema['é']['1a']['']"),
  ]

  @Test(arguments: descriptions)
  func `a path reads like an expression`(path: DocumentPath, description: String) {
    #expect(path.description == description)
  }

  static let text = SourceText(
    name: "", #"{"a": [10, {"b": "x"}], "a": 1, "\u0063": null, "d": {"e": [[7]]}}"#)
  static let locations: [(DocumentPath, Int?, Int?)] = [
    ([], 0, nil), (["a"], 6, 1), (["a", 0], 7, nil), (["a", 1], 11, nil), (["a", 1, "b"], 17, 12),
    (["a", 2], nil, nil), (["c"], 42, 32), (["d", "e", 0, 0], 61, nil), (["z"], nil, nil),
    (["a", "b"], nil, nil),
  ]

  @Test(arguments: locations)
  func `a path leads to a value and its key`(path: DocumentPath, value: Int?, key: Int?) {
    #expect(Self.text.offsets(of: [path]) == [value])
    #expect(Self.text.keyOffsets(of: [path]) == [key])
  }

  @Test func `a path can begin at a known value`() {
    let paths: [DocumentPath] = [[], ["b"], ["c"]]
    #expect(Self.text.offsets(of: paths, below: 11) == [11, 17, nil])
    #expect(Self.text.keyOffsets(of: paths, below: 11) == [nil, 12, nil])
  }

  @Test func `many paths are found in one pass, even the same one twice`() {
    let paths = Self.locations.map(\.0) + [["a", 0]]
    #expect(Self.text.offsets(of: paths) == Self.locations.map(\.1) + [7])
  }

  @Test func `in a broken document, values before the mistake are found`() {
    let text = SourceText(name: "", #"{"a":[1,2,],"b":3}"#)
    #expect(text.offsets(of: [["a", 1], ["b"]]) == [8, nil])
  }
}

@Suite struct SourceTextFileTests {
  @Test func `a file is read completely`() throws {
    let path = "/tmp/values-tests-\(freshSeed()).json"
    defer { unlink(path) }
    for size in [0, 1, 65535, 65536, 65537, 300_000] {
      let bytes = [UInt8](repeating: 0x61, count: size)
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress, size) } == size)
      close(file)
      let text = try SourceText(contentsOfFile: path)
      #expect(text.count == size)
      #expect(text.bytes.allSatisfy { $0 == 0x61 })
      #expect(text.name == path)
    }
  }

  @Test(arguments: [10, 70_000, 500_000])
  func `a pipe is read to its end, however long it is`(size: Int) throws {
    let pipe = popen("head -c \(size) /dev/zero | tr '\\0' a", "r")
    defer { pclose(pipe) }
    let text = try SourceText(name: "standard input", contentsOf: fileno(pipe))
    #expect(text.count == size)
    #expect(text.bytes.allSatisfy { $0 == 0x61 })
  }

  @Test(arguments: [100_000, 100_001, 131_072, 5_000_000])
  func `input larger than the limit is not read to its end`(size: Int) throws {
    let pipe = popen("head -c \(size) /dev/zero 2>&- | tr '\\0' a 2>&-", "r")
    defer { pclose(pipe) }
    let reading = Result { try SourceText(name: "x", contentsOf: fileno(pipe), limit: 100_000) }
    guard size > 100_000 else {
      #expect(try reading.get().count == size)
      return
    }
    let error = #expect(throws: FileError.self) { try reading.get() }
    #expect(
      error?.description
        == "cannot read 'x': too large; the limit for a file is 100000 bytes")
  }

  @Test func `a file larger than the limit is not read at all`() throws {
    let path = "/tmp/values-tests-\(freshSeed()).json"
    defer { unlink(path) }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    // A hole takes up no space.
    #expect(ftruncate(file, off_t(SourceText.sizeLimit + 1)) == 0)
    let error = #expect(throws: FileError.self) { try SourceText(contentsOfFile: path) }
    #expect(
      error?.description
        == "cannot read '\(path)': too large; the limit for a file is 536870912 bytes")
  }

  @Test func `endless input that is not text is not read further`() throws {
    let error = #expect(throws: FileError.self) { try SourceText(contentsOfFile: "/dev/zero") }
    #expect(error?.description == "cannot read '/dev/zero': it has zeros instead of text")
  }

  @Test func `a byte order mark is not part of the text`() {
    let text = SourceText(name: "", bytes: SourceText.byteOrderMark + Array("[1]".utf8))
    #expect(text.hasByteOrderMark && text.count == 3)
    #expect(text.place(at: 1) == Place(line: 1, column: 2))
    #expect(!SourceText(name: "", "[1]").hasByteOrderMark)
  }

  @Test func `an unreadable file reports the reason`() {
    #expect(throws: FileError.self) { try SourceText(contentsOfFile: "/nowhere/a.json") }
    do {
      _ = try SourceText(contentsOfFile: "/nowhere/a.json")
    } catch {
      #expect(error.description == "cannot read '/nowhere/a.json': No such file or directory")
      #expect(error.code == ENOENT)
    }
    do {
      _ = try SourceText(contentsOfFile: "/tmp")
    } catch {
      #expect(error.reason == "Is a directory")
    }
  }

  @Test func `a file without a size is read`() throws {
    #expect(try SourceText(contentsOfFile: "/proc/self/status").count > 100)
  }
}
