/// What a reader keeps while it makes values: the contents of the containers still open, the shapes
/// it has met, and keys it has made.
///
/// The contents of a container are gathered at the end of one stack, then moved into an array of
/// the right size: one allocation for each container, and nothing is retained or released.
struct ReaderScratch: ~Copyable {
  var elements = MovingStack<Value>()
  var slots = MovingStack<Object.Slot>()
  var shapes = ShapeTree()
  /// Keys made before, each at the place that its first bytes give.
  let keys: UnsafeMutablePointer<KeptKey>

  init() {
    keys = .allocate(capacity: KeptKey.placeCount)
    keys.initialize(repeating: KeptKey(), count: KeptKey.placeCount)
  }

  deinit {
    keys.deinitialize(count: KeptKey.placeCount)
    keys.deallocate()
  }
}

/// A key of values that are being read, kept so that the next object can share it.
struct KeptKey {
  static let placeCount = 64

  private(set) var word: UInt64 = 0
  private(set) var length = -1
  private(set) var text = Text(validUTF8: [])

  init() {}

  init(_ name: UnsafeBufferPointer<UInt8>, word: UInt64) {
    self.word = word
    length = name.count
    text = Text(validUTF8: Array(name))
  }

  /// Where a key is kept that has this length and begins with these eight bytes.
  @inline(__always)
  static func place(of word: UInt64, length: Int) -> Int {
    let mixed = (word ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 58)
  }

  @inline(__always)
  func isNamed(_ name: UnsafePointer<UInt8>, word: UInt64, length: Int) -> Bool {
    guard self.word == word && self.length == length else { return false }
    if length <= 8 { return true }
    return text.utf8.withUnsafeBufferPointer { kept in
      kept.baseAddress.map { equalBytes($0, name, length) } ?? false
    }
  }
}

/// What a reader remembers from one reading to the next: the shapes of objects, and memory.
///
/// It serves one reader at a time. The reader goes by the pointer: going through a class would check
/// at run time, for each access, that it is the only one.
package final class ReaderMemory {
  let scratch: UnsafeMutablePointer<ReaderScratch>

  package init() {
    scratch = .allocate(capacity: 1)
    scratch.initialize(to: ReaderScratch())
  }

  /// Begins anew if there is no room for further shapes: those that come from now on may be others.
  package func makeRoom() {
    if scratch.pointee.shapes.isFull { scratch.pointee.shapes = ShapeTree() }
  }

  deinit {
    scratch.deinitialize(count: 1)
    scratch.deallocate()
  }
}
