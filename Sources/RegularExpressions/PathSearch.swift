/// A search for a match and for what its groups match, with memory that further searches reuse.
///
/// It tries one path after another, and records the places from which a path has been tried, so
/// that none is tried twice. That takes a bit for each instruction and each byte. For a long text
/// there would be too many bits, so there a `PatternSearch` follows all paths at the same time.
struct PathSearch: Sendable {
  /// A path that is still to be tried, or a mark to be restored before the next path.
  private struct Job {
    /// The instruction; for a mark, its complement.
    var place: Int
    /// The position in the text; for a mark, its former value.
    var position: Int
  }

  /// The number of bits up to which paths are tried one after another.
  private static let bitLimit = 1 << 21

  private let shared: SharedProgram
  private var visited: [UInt64] = []
  /// The words of `visited` that are not zero.
  private var touched: [Int] = []
  private var jobs: [Job] = []
  private let instructions: [PatternProgram.Instruction]
  private var found: PatternMatch
  /// The number of instructions that searches may still follow. If it is below 0, the last search
  /// has given up.
  var stepsLeft: Int

  /// Whether its memory is worth keeping: that of a line, not that of a long text.
  var isSmall: Bool { visited.count <= 512 && jobs.capacity <= 128 }

  init(_ shared: SharedProgram, steps: Int) {
    self.shared = shared
    instructions = shared.program.instructions
    stepsLeft = steps
    found = PatternMatch(range: 0..<0, marks: shared.program.noMarks)
  }

  /// Returns the leftmost match from a position on, in bytes of valid UTF-8; nil also if
  /// the search has given up.
  mutating func firstMatch(
    in text: UnsafeBufferPointer<UInt8>, from first: Int = 0
  ) -> PatternMatch? {
    let bits = instructions.count * (text.count + 1)
    guard bits <= Self.bitLimit else { return unsafe firstMatch(inLong: text, from: first) }
    prepare(bits)
    var start = first
    while start <= text.count, stepsLeft >= 0 {
      if !shared.program.beginnings.isEmpty {
        while start < text.count, unsafe !shared.program.beginnings[Int(text[start])] { start += 1 }
        if start == text.count { return nil }
      }
      if let end = unsafe matchEnd(text, from: start) {
        found.range = start..<end
        return found
      }
      if shared.program.isAnchored { return nil }
      start += 1
      while start < text.count, unsafe text[start] & 0xC0 == 0x80 { start += 1 }
    }
    return nil
  }

  private mutating func firstMatch(
    inLong text: UnsafeBufferPointer<UInt8>, from first: Int
  ) -> PatternMatch? {
    var search = PatternSearch(shared.program, from: .start, steps: stepsLeft)
    let match = unsafe search.run(text, from: first)
    stepsLeft = search.stepsLeft
    return match
  }

  private mutating func prepare(_ bits: Int) {
    for word in touched { visited[word] = 0 }
    touched.removeAll(keepingCapacity: true)
    let missing = bits >> 6 + 1 - visited.count
    if missing > 0 { visited.append(contentsOf: repeatElement(0, count: missing)) }
  }

  /// Tries the paths that begin at a position. Returns the end of the first one that matches.
  private mutating func matchEnd(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    for mark in found.marks.indices { found.marks[mark] = -1 }
    jobs.removeAll(keepingCapacity: true)
    jobs.append(Job(place: shared.program.start, position: start))
    while let job = jobs.popLast() {
      if job.place < 0 {
        found.marks[~job.place] = job.position
      } else if let end = unsafe follow(text, from: job.place, at: job.position) {
        return end
      }
    }
    return nil
  }

  /// Follows one path. Returns its end if it matches. Other paths are saved as jobs.
  private mutating func follow(
    _ text: UnsafeBufferPointer<UInt8>, from place: Int, at position: Int
  ) -> Int? {
    var (place, position) = (place, position)
    while stepsLeft >= 0 {
      stepsLeft -= 1
      let instruction = instructions[place]
      switch instruction.operation {
      case .scalar(let expected):
        guard position < text.count, unsafe decode(text, &position) == expected else { return nil }
      case .set(let set):
        guard position < text.count,
          shared.program.sets[set].contains(unsafe decode(text, &position))
        else { return nil }
      case .assertion(let assertion):
        guard
          unsafe assertion.holds(
            between: Neighbor(before: position, in: text),
            and: Neighbor(behind: position, in: text))
        else { return nil }
      case .mark(let number):
        jobs.append(Job(place: ~number, position: found.marks[number]))
        found.marks[number] = position
      case .fork:
        // All loops lead through a fork, so only these places need to be recorded.
        guard visit(place, position, of: text.count) else { return nil }
        jobs.append(Job(place: instruction.other, position: position))
      case .accept: return position
      }
      place = instruction.next
    }
    return nil
  }

  /// Records a place. Returns whether it is new.
  @inline(__always)
  private mutating func visit(_ place: Int, _ position: Int, of length: Int) -> Bool {
    let bit = place * (length + 1) + position
    let (word, mask) = (bit >> 6, UInt64(1) << UInt64(bit & 63))
    let bits = visited[word]
    if bits & mask != 0 { return false }
    if bits == 0 { touched.append(word) }
    visited[word] = bits | mask
    return true
  }
}

extension Neighbor {
  init(before position: Int, in text: UnsafeBufferPointer<UInt8>) {
    var start = position - 1
    while start > 0, unsafe text[start] & 0xC0 == 0x80 { start -= 1 }
    self = position == 0 ? .edge : Neighbor(unsafe decode(text, &start))
  }

  fileprivate init(behind position: Int, in text: UnsafeBufferPointer<UInt8>) {
    var end = position
    self = position < text.count ? Neighbor(unsafe decode(text, &end)) : .edge
  }
}

/// Reads one code point of valid UTF-8 and moves past it.
@inline(__always)
func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt32 {
  let first = unsafe UInt32(bytes[position])
  if first < 0x80 {
    position += 1
    return first
  }
  let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  var scalar = first & (0x7F >> UInt32(count))
  for index in 1..<count { scalar = unsafe scalar << 6 | UInt32(bytes[position + index] & 0x3F) }
  position += count
  return scalar
}
