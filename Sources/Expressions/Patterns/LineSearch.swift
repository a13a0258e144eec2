/// A search in one line after another, with its memory.
///
/// It tries one path after another, and records the places from which a path has been tried, so
/// that none is tried twice. That takes a bit for each instruction and each byte. For a long line
/// there would be too many bits, so there a search follows all paths at the same time.
package struct LineSearch: Sendable {
  /// A path that is still to be tried, or a mark to be restored before the next path.
  private struct Job {
    /// The instruction; for a mark, its complement.
    var place: Int
    /// The position in the line; for a mark, its former value.
    var position: Int
  }

  package enum Outcome: Sendable {
    case match, noMatch
    /// The search has taken too many steps.
    case tooLong
  }

  /// The number of bits up to which paths are tried one after another.
  private static let bitLimit = 1 << 21

  private let matcher: LineMatcher
  private let instructions: [PatternProgram.Instruction]
  private let sets: [ScalarSet]
  private var visited: [UInt64] = []
  private var jobs: [Job] = []
  /// The positions of the marks in the line; -1 for marks that were not passed.
  private var marks: [Int]

  package init(_ matcher: LineMatcher) {
    self.matcher = matcher
    instructions = matcher.program.instructions
    sets = matcher.program.sets
    marks = Array(repeating: -1, count: 2 * matcher.program.markedGroups)
  }

  /// Finds the leftmost match in a line, which must be valid UTF-8.
  package mutating func run(_ line: UnsafeBufferPointer<UInt8>) -> Outcome {
    let bits = instructions.count * (line.count + 1)
    guard bits <= Self.bitLimit else { return unsafe runWithoutBits(Array(line)) }
    visited.removeAll(keepingCapacity: true)
    visited.append(contentsOf: repeatElement(0, count: bits >> 6 + 1))
    var start = 0
    while start <= line.count {
      if unsafe matches(line, from: start) { return .match }
      if matcher.program.isAnchored { break }
      start += 1
      while start < line.count, unsafe line[start] & 0xC0 == 0x80 { start += 1 }
    }
    return .noMatch
  }

  /// Returns what a named group, by its index, matched in the line of the last match; nil if the
  /// group took no part in it.
  package func range(ofName index: Int) -> Range<Int>? {
    let mark = 2 * (matcher.groups[index] - 1)
    let (start, end) = (marks[mark], marks[mark + 1])
    return start < 0 || end < start ? nil : start..<end
  }

  private mutating func runWithoutBits(_ line: [UInt8]) -> Outcome {
    var search = CapturingSearch(matcher.program, stepsLeft: LineMatcher.steps)
    guard let match = search.firstMatch(in: line, from: 0) else {
      return search.stepsLeft < 0 ? .tooLong : .noMatch
    }
    for (number, group) in match.groups.enumerated() {
      marks[2 * number] = group?.lowerBound ?? -1
      marks[2 * number + 1] = group?.upperBound ?? -1
    }
    return .match
  }

  /// Tries the paths that begin at a position.
  private mutating func matches(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    for mark in marks.indices { marks[mark] = -1 }
    jobs.removeAll(keepingCapacity: true)
    jobs.append(Job(place: matcher.program.start, position: start))
    while let job = jobs.popLast() {
      if job.place < 0 {
        marks[~job.place] = job.position
      } else if unsafe follow(line, from: job.place, at: job.position) {
        return true
      }
    }
    return false
  }

  /// Follows one path to its end. Returns whether it matches. Other paths are saved as jobs.
  private mutating func follow(
    _ line: UnsafeBufferPointer<UInt8>, from place: Int, at position: Int
  ) -> Bool {
    var (place, position) = (place, position)
    while true {
      let instruction = instructions[place]
      switch instruction.operation {
      case .scalar(let expected):
        guard position < line.count, unsafe decode(line, &position) == expected else {
          return false
        }
      case .set(let set):
        guard position < line.count,
          sets[set].contains(unsafe decode(line, &position))
        else { return false }
      case .assertion(let assertion):
        guard
          unsafe assertion.holds(
            between: neighbor(before: position, in: line),
            and: neighbor(behind: position, in: line))
        else { return false }
      case .mark(let number):
        jobs.append(Job(place: ~number, position: marks[number]))
        marks[number] = position
      case .fork:
        // All loops lead through a fork, so only these places need to be recorded.
        guard visit(place, position, of: line.count) else { return false }
        jobs.append(Job(place: instruction.other, position: position))
      case .accept: return true
      }
      place = instruction.next
    }
  }

  /// Records a place. Returns whether it is new.
  @inline(__always)
  private mutating func visit(_ place: Int, _ position: Int, of length: Int) -> Bool {
    let bit = place * (length + 1) + position
    let mask: UInt64 = 1 << UInt64(bit & 63)
    if visited[bit >> 6] & mask != 0 { return false }
    visited[bit >> 6] |= mask
    return true
  }

  private func neighbor(
    before position: Int, in line: UnsafeBufferPointer<UInt8>
  ) -> Neighbor {
    if position == 0 { return .edge }
    var start = position - 1
    while start > 0, unsafe line[start] & 0xC0 == 0x80 { start -= 1 }
    return Neighbor(unsafe decode(line, &start))
  }

  private func neighbor(
    behind position: Int, in line: UnsafeBufferPointer<UInt8>
  ) -> Neighbor {
    var end = position
    return position < line.count ? Neighbor(unsafe decode(line, &end)) : .edge
  }
}

/// Reads one code point of valid UTF-8 and moves past it.
@inline(__always)
private func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt32 {
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
