/// An expert's queue of due times: a heap with four children per node and keys of 16 bytes. Each
/// key is a time, followed by the rank among equal times.
///
/// A key that replaces the first one moves down to the end and then up to its position. The
/// position is usually near the end, and the way down has no branch to predict.
struct PlainQueue {
  private var keys: [UInt128] = []

  static func key(_ time: Int64, _ order: Int) -> UInt128 {
    UInt128(truncatingIfNeeded: time) << 64 | UInt128(truncatingIfNeeded: order)
  }

  static func time(_ key: UInt128) -> Int64 { Int64(truncatingIfNeeded: key >> 64) }
  static func order(_ key: UInt128) -> Int { Int(truncatingIfNeeded: key) }

  var first: UInt128? { keys.first }

  @inline(__always)
  mutating func add(_ key: UInt128) {
    keys.append(key)
    unsafe keys.withUnsafeMutableBufferPointer { unsafe Self.rise(key, from: $0.count - 1, in: $0) }
  }

  @inline(__always)
  mutating func removeFirst() {
    if let last = keys.popLast(), !keys.isEmpty { replaceFirst(with: last) }
  }

  @inline(__always)
  mutating func replaceFirst(with key: UInt128) {
    unsafe keys.withUnsafeMutableBufferPointer { keys in
      var place = 0
      while 4 * place + 4 < keys.count {
        let child = 4 * place + 1
        let left = unsafe child + (keys[child + 1] < keys[child] ? 1 : 0)
        let right = unsafe child + (keys[child + 3] < keys[child + 2] ? 3 : 2)
        let smallest = unsafe keys[right] < keys[left] ? right : left
        unsafe keys[place] = unsafe keys[smallest]
        place = smallest
      }
      if 4 * place + 1 < keys.count {
        var smallest = 4 * place + 1
        for child in smallest + 1..<keys.count where unsafe keys[child] < keys[smallest] {
          smallest = child
        }
        unsafe keys[place] = unsafe keys[smallest]
        place = smallest
      }
      unsafe Self.rise(key, from: place, in: keys)
    }
  }

  @inline(__always)
  private static func rise(
    _ key: UInt128, from start: Int, in keys: UnsafeMutableBufferPointer<UInt128>
  ) {
    var place = start
    while place > 0, unsafe key < keys[(place - 1) / 4] {
      unsafe keys[place] = unsafe keys[(place - 1) / 4]
      place = (place - 1) / 4
    }
    unsafe keys[place] = key
  }
}
