import Pipelines
import Values

/// A value inside a source that contains other values. Paths are relative to it, and the bytes
/// before it are not read.
struct SourcePart {
  let source: SourceText
  /// The offset of its first byte.
  let start: Int

  /// Returns the ranges of the values at the ends of paths.
  func ranges(of paths: [DocumentPath]) -> [Range<Int>?] {
    source.offsets(of: paths, below: start).map { offset in
      guard let offset else { return nil }
      let end = JSONReader.reading(source) { reader -> Int? in
        reader.start(at: offset)
        do throws(ReadError) {
          try reader.skipValue()
          return reader.offset
        } catch {
          return nil
        }
      }
      return end.map { offset..<$0 }
    }
  }

  func range(of path: DocumentPath) -> Range<Int>? { ranges(of: [path])[0] }

  /// Returns the offset of the key at the end of a path.
  func keyOffset(of path: DocumentPath) -> Int? {
    source.keyOffsets(of: [path], below: start)[0]
  }
}
