/// A collection whose storage is replaced by a larger one when it is full.
///
/// While the elements move, both the old and the new storage are in memory: a buffer of half a
/// gibibyte needs as much again, within one call that nothing can interrupt. Code that limits
/// memory has to know this in advance.
package protocol GrowingBuffer {
  /// The number of bytes that can still be added before the storage grows.
  var bytesLeft: Int { get }
  /// The number of bytes needed in addition to the present storage while it grows.
  var bytesToGrow: Int { get }
}

extension Array: GrowingBuffer {
  package var bytesLeft: Int { (capacity - count) * MemoryLayout<Element>.stride }
  /// The other half of the new storage has not been touched yet.
  package var bytesToGrow: Int { count * MemoryLayout<Element>.stride }
}

extension Set: GrowingBuffer {
  package var bytesLeft: Int { (capacity - count) * MemoryLayout<Element>.stride }
  /// The elements are spread over a storage of which a quarter stays free.
  package var bytesToGrow: Int { capacity * MemoryLayout<Element>.stride / 3 * 8 }
}

extension Dictionary: GrowingBuffer {
  package var bytesLeft: Int { (capacity - count) * MemoryLayout<Element>.stride }
  package var bytesToGrow: Int { capacity * MemoryLayout<Element>.stride / 3 * 8 }
}

extension Ring: GrowingBuffer {
  package var bytesLeft: Int { (storage.count - count) * MemoryLayout<Element?>.stride }
  /// The new storage is filled with empty places.
  package var bytesToGrow: Int { 2 * storage.count * MemoryLayout<Element?>.stride }
}
