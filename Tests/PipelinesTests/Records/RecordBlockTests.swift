import Testing

@testable import Pipelines
@testable import Records

@Suite struct RecordBlockTests {
  /// Returns a byte that depends on its place.
  private static func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: place &* 31 &+ 7) }

  @Test("blocks follow one another, whatever is left of each, in memory that does not grow")
  func manyBlocks() {
    var block = RecordBlock()
    let room = 4_096
    var (total, used) = (0, 0)
    var capacity: Int?
    for turn in 0..<2_000 {
      let count = turn % 7 == 0 ? room / 3 : room
      let reading = unsafe block.fill(room: room) { bytes in
        for place in 0..<count { unsafe bytes[place] = Self.byte(total + place) }
        return .bytes(count)
      }
      guard case .bytes(count) = reading else { return #expect(Bool(false), "\(reading)") }
      total += count
      #expect(block.end - block.start == total - used)
      #expect(block.bytes[block.start] == Self.byte(used))
      #expect(block.bytes[block.end - 1] == Self.byte(total - 1))
      #expect(block.bytes[block.end...].prefix(8).allSatisfy { $0 == 0 })
      // Up to a few hundred bytes are left, as if a record was cut in two.
      let left = (turn * 97) % 300
      block.start = block.end - left
      used = total - left
      if turn == 400 { capacity = block.bytes.capacity }
    }
    #expect(block.bytes.capacity == capacity)
  }

  @Test("nothing is lost when no bytes arrive")
  func nothingComes() {
    var block = RecordBlock()
    _ = unsafe block.fill(room: 8) { bytes in
      unsafe bytes.copyBytes(from: [1, 2, 3, 4])
      return .bytes(4)
    }
    block.start = 1
    for other in [ByteReading.notYet, .failed("gone"), .end] {
      _ = unsafe block.fill(room: 8) { _ in other }
      #expect(Array(block.bytes[block.start..<block.end]) == [2, 3, 4])
    }
  }

  @Test(arguments: [0, 3, 100])
  func `remaining bytes move to other memory, and shared memory does not change`(size: Int) {
    var block = RecordBlock()
    _ = unsafe block.fill(room: 8) { bytes in
      unsafe bytes.copyBytes(from: [1, 2, 3, 4, 5])
      return .bytes(5)
    }
    block.start = 2
    let others = block.bytes
    block.move(to: [UInt8](repeating: 9, count: size))
    #expect(block.start == 0)
    #expect(Array(block.bytes[..<block.end]) == [3, 4, 5])
    #expect(block.bytes[block.end...].prefix(8) == RecordBlock.padding[...])
    #expect(others.prefix(5) == [1, 2, 3, 4, 5])
  }
}
