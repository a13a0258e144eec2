/// A collection whose storage is replaced by a larger one when it is full.
///
/// While the elements move, both are in memory: a buffer of half a gibibyte takes as much again,
/// within one call that nothing can interrupt. Who limits memory has to know before.
package protocol GrowingBuffer {
  /// The number of bytes that can still be added before the storage grows.
  var bytesLeft: Int { get }
  /// The number of bytes that are used besides the present storage while it grows.
  var bytesToGrow: Int { get }
}

extension Array: GrowingBuffer {
  package var bytesLeft: Int { (capacity - count) * MemoryLayout<Element>.stride }
  /// The other half of the new storage is not touched yet.
  package var bytesToGrow: Int { count * MemoryLayout<Element>.stride }
}

extension Set: GrowingBuffer {
  package var bytesLeft: Int { (capacity - count) * MemoryLayout<Element>.stride }
  /// The elements spread over a storage of which a quarter stays free.
  package var bytesToGrow: Int { capacity * MemoryLayout<Element>.stride / 3 * 8 }
}

extension Dictionary: GrowingBuffer {
  package var bytesLeft: Int { (capacity - count) * MemoryLayout<Element>.stride }
  package var bytesToGrow: Int { capacity * MemoryLayout<Element>.stride / 3 * 8 }
}

extension Ring: GrowingBuffer {
  package var bytesLeft: Int { (storage.count - count) * MemoryLayout<Element?>.stride }
  /// The new storage is filled with places.
  package var bytesToGrow: Int { 2 * storage.count * MemoryLayout<Element?>.stride }
}
