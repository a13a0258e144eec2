/// A search. It follows all places of the program that the text so far leads to, at the same time.
struct PatternSearch {
  /// A path through the program that is still open.
  private struct Thread {
    var place: Int
    /// The position in the text where it began.
    var start: Int
    /// The positions of the marks that it has passed.
    var marks: [Int]
  }

  /// The state of a search between two characters.
  struct State: Sendable, Hashable {
    /// The next places of threads, before forks and assertions are followed. The preferred place
    /// comes first.
    var places: [Int]
    /// The character before the position.
    var before: Neighbor

    static let start = State(places: [], before: .edge)
  }

  private let program: PatternProgram
  private let stopsAtAnyMatch: Bool
  /// The steps that an instruction takes: more if the places of groups are recorded.
  private let stepsPerInstruction: Int
  private var threads: [Thread]
  private var before: Neighbor
  /// The threads that are waiting for a character.
  private var waiting: [Thread] = []
  private var visited: PlaceSet
  private var stack: [(place: Int, marks: [Int])] = []
  private var match: PatternMatch?
  /// The number of instructions that may still be followed. If it is below 0, the search has given
  /// up.
  private(set) var stepsLeft: Int

  init(
    _ program: PatternProgram, from state: State, stopsAtAnyMatch: Bool = false, steps: Int = .max
  ) {
    self.program = program
    self.stopsAtAnyMatch = stopsAtAnyMatch
    stepsPerInstruction = program.markedGroups == 0 ? 1 : 16
    stepsLeft = steps
    threads = state.places.map { Thread(place: $0, start: 0, marks: program.noMarks) }
    before = state.before
    visited = PlaceSet(capacity: program.instructions.count)
  }

  /// Reads the text from a position. Returns the match, or any match if any is enough. Returns nil
  /// also if the search has given up.
  mutating func run(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> PatternMatch? {
    var position = start
    before = unsafe Neighbor(before: start, in: bytes)
    while true {
      let here = position
      let scalar = position < bytes.count ? unsafe decode(bytes, &position) : nil
      if match == nil, here == 0 || !program.isAnchored {
        threads.append(Thread(place: program.start, start: here, marks: program.noMarks))
      }
      if threads.isEmpty { return match }
      follow(to: scalar.map(Neighbor.init) ?? .edge, at: here)
      if stopsAtAnyMatch, match != nil { return match }
      if stepsLeft < 0 { return nil }
      guard let scalar else { return match }
      take(scalar)
    }
  }

  /// Follows forks, marks and assertions until each thread waits for a character.
  private mutating func follow(to after: Neighbor, at position: Int) {
    waiting.removeAll(keepingCapacity: true)
    visited.removeAll()
    for thread in threads {
      stack.append((thread.place, thread.marks))
      while let (place, marks) = stack.popLast() {
        guard visited.insert(place) else { continue }
        stepsLeft -= stepsPerInstruction
        let instruction = program.instructions[place]
        switch instruction.operation {
        case .scalar, .set:
          waiting.append(Thread(place: place, start: thread.start, marks: marks))
        case .fork:
          stack.append((instruction.other, marks))
          stack.append((instruction.next, marks))
        case .assertion(let assertion):
          if assertion.holds(between: before, and: after) {
            stack.append((instruction.next, marks))
          }
        case .mark(let number):
          var marks = marks
          marks[number] = position
          stack.append((instruction.next, marks))
        case .accept:
          // All further threads are less preferred.
          match = PatternMatch(range: thread.start..<position, marks: marks)
          stack.removeAll(keepingCapacity: true)
          return
        }
      }
    }
  }

  /// Advances each thread that is waiting for this character.
  private mutating func take(_ scalar: UInt32) {
    threads.removeAll(keepingCapacity: true)
    for thread in waiting {
      let instruction = program.instructions[thread.place]
      if program.takes(scalar, instruction.operation) {
        threads.append(
          Thread(place: instruction.next, start: thread.start, marks: thread.marks))
      }
    }
    before = Neighbor(scalar)
  }
}

extension PatternSearch {
  /// Returns the state that a character leads to, or a match before it. A nil character is the end
  /// of the text.
  mutating func step(from state: State, taking scalar: UInt32?) -> Step {
    threads = state.places.map { Thread(place: $0, start: 0, marks: []) }
    before = state.before
    match = nil
    if state == .start || !program.isAnchored {
      threads.append(Thread(place: program.start, start: 0, marks: []))
    }
    follow(to: scalar.map(Neighbor.init) ?? .edge, at: 0)
    if match != nil { return .match }
    guard let scalar else { return .noMatch }
    take(scalar)
    visited.removeAll()
    var places: [Int] = []
    for thread in threads where visited.insert(thread.place) { places.append(thread.place) }
    if places.isEmpty, program.isAnchored { return .noMatch }
    // The character before the position distinguishes states only if it matters.
    return .state(State(places: places, before: program.hasAssertions ? before : .other))
  }

  enum Step {
    case match, noMatch
    case state(State)
  }
}

extension PatternProgram {
  func takes(_ scalar: UInt32, _ operation: Operation) -> Bool {
    switch operation {
    case .scalar(let expected): expected == scalar
    case .set(let set): sets[set].contains(scalar)
    case .assertion, .mark, .fork, .accept: false
    }
  }
}

/// A set of small numbers that is emptied in constant time.
struct PlaceSet {
  private var marks: [UInt32]
  private var round: UInt32 = 1

  init(capacity: Int) {
    marks = Array(repeating: 0, count: capacity)
  }

  /// Adds a number. Returns whether it was not yet in the set.
  mutating func insert(_ place: Int) -> Bool {
    if marks[place] == round { return false }
    marks[place] = round
    return true
  }

  mutating func removeAll() {
    round &+= 1
    if round == 0 {
      marks = Array(repeating: 0, count: marks.count)
      round = 1
    }
  }
}
