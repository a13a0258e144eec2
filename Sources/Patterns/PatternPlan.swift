public import Reactive

extension Publishers {
  /// The steps of a pattern, and the continuations from each place between them. Its size grows with
  /// the square of the number of steps, so that runs of one pattern share it.
  @usableFromInline
  package final class PatternPlan: Sendable {
    /// A step that takes values.
    @usableFromInline
    struct Taker: Sendable {
      /// The index of its condition.
      @usableFromInline let condition: Int
      @usableFromInline let minimum: Int
      @usableFromInline let maximum: Int
      @usableFromInline let isOptional: Bool
      @usableFromInline let isGreedy: Bool
      @usableFromInline let isContiguous: Bool
      /// The index of its values; nil if they are not kept.
      @usableFromInline let slot: Int?
    }

    /// The values that must not arrive in the gap before a step, or after the last one.
    @usableFromInline
    struct Exclusion: Sendable {
      /// The index of its condition.
      @usableFromInline let condition: Int
      /// The time of a wait, in nanoseconds.
      @usableFromInline let nanoseconds: Int64?
    }

    /// The continuations from a place.
    @usableFromInline
    struct Place: Sendable {
      /// The steps that may take the next value, in the order in which they are asked.
      @usableFromInline var takers: [Int] = []
      /// The gaps whose exclusions end the match.
      @usableFromInline var guards: [Int] = []
      /// The gap in which the match waits.
      @usableFromInline var wait: Int?
      @usableFromInline var end = End.open
      /// Whether a step other than the current one may still take a value, and whether one may even
      /// if a value has been passed over.
      @usableFromInline var canContinue = false
      @usableFromInline var canContinueAfterPassing = false
    }

    /// Whether a match is complete if no step takes another value.
    @usableFromInline
    enum End: Sendable { case open, complete, afterWaits }

    @usableFromInline let steps: [Taker]
    /// The exclusions before each step, and after the last.
    @usableFromInline let gaps: [Exclusion?]
    /// The places: of each step, one before it has its minimum and one after; then those after the
    /// wait in each gap.
    @usableFromInline let places: [Place]
    /// The steps that a value may begin a match with, in the order in which they are asked.
    @usableFromInline let beginners: [Int]
    /// The first exclusion, if it is a wait.
    @usableFromInline let silence: Exclusion?
    /// The number of steps that keep their values.
    @usableFromInline let slots: Int
    @usableFromInline let within: Int64?
    @usableFromInline let next: PatternOverlap
    @usableFromInline let hasContiguous: Bool
    /// Whether two matches at the same place always go the same way, so that the earlier one
    /// displaces the later one.
    @usableFromInline let isUniform: Bool

    @usableFromInline
    package init(_ forms: [PatternForm], within: Duration?, next: PatternOverlap) {
      var steps: [Taker] = []
      var gaps: [Exclusion?] = []
      var exclusion: Exclusion?
      var slots = 0
      for (index, form) in forms.enumerated() {
        switch form.kind {
        case .excludes(let nanoseconds):
          precondition(exclusion == nil, "two exclusions in a row")
          exclusion = Exclusion(condition: index, nanoseconds: nanoseconds)
        case .takes:
          gaps.append(exclusion)
          exclusion = nil
          steps.append(
            Taker(
              condition: index, minimum: form.minimum, maximum: form.maximum,
              isOptional: form.isOptional, isGreedy: form.isGreedy,
              isContiguous: form.isContiguous, slot: form.isKept ? slots : nil))
          slots += form.isKept ? 1 : 0
        }
      }
      gaps.append(exclusion)
      precondition(steps.contains { !$0.isOptional }, "a pattern that an empty match fits")
      precondition(
        exclusion == nil || exclusion?.nanoseconds != nil || within != nil,
        "a last exclusion without a time")
      (self.steps, self.gaps, self.slots, self.next) = (steps, gaps, slots, next)
      self.within = within?.wholeNanoseconds
      silence = gaps[0]?.nanoseconds == nil ? nil : gaps[0]
      hasContiguous = steps.contains(where: \.isContiguous)
      isUniform =
        within == nil && next == .afterLast && !forms.contains(where: \.readsMatch)
      beginners = Self.beginners(steps, gaps)
      places = Self.places(steps, gaps)
    }

    /// Returns the steps that a value may begin a match with. No wait can be ahead of it.
    private static func beginners(_ steps: [Taker], _ gaps: [Exclusion?]) -> [Int] {
      var reached: [Int] = []
      for (index, step) in steps.enumerated() {
        if index > 0, gaps[index]?.nanoseconds != nil { break }
        reached.append(index)
        if !step.isOptional { break }
      }
      return ordered(reached[...], steps)
    }

    private static func places(_ steps: [Taker], _ gaps: [Exclusion?]) -> [Place] {
      var places = Array(repeating: Place(), count: 3 * steps.count + 1)
      // A place depends on those after later waits.
      for gap in gaps.indices.reversed() {
        var place = place(after: nil, from: gap, steps, gaps)
        complete(&place, current: nil, steps, places)
        places[2 * steps.count + gap] = place
      }
      for index in steps.indices {
        var early = Place()
        early.takers = [index]
        if let exclusion = gaps[index], exclusion.nanoseconds == nil { early.guards = [index] }
        var late = place(after: index, from: index + 1, steps, gaps)
        complete(&late, current: index, steps, places)
        places[2 * index] = early
        places[2 * index + 1] = late
      }
      return places
    }

    /// Returns the place after a step that has its minimum, or after the wait in the gap before
    /// `first`.
    private static func place(
      after step: Int?, from first: Int, _ steps: [Taker], _ gaps: [Exclusion?]
    ) -> Place {
      var place = Place()
      var reached = step.map { [$0] } ?? []
      var index = first
      while true {
        if let gap = gaps[index], step != nil || index > first {
          if gap.nanoseconds != nil || index == steps.count {
            place.wait = index
            break
          }
          place.guards.append(index)
        }
        guard index < steps.count else {
          place.end = .complete
          break
        }
        reached.append(index)
        guard steps[index].isOptional else { break }
        index += 1
      }
      // Where it could wait or be complete already, only greedy steps take more.
      let isLoose = place.wait != nil || place.end == .complete
      place.takers = ordered(reached[...], steps).filter { !isLoose || steps[$0].isGreedy }
      return place
    }

    /// Returns the order in which steps are asked: the furthest first, but a greedy one before those
    /// after it.
    private static func ordered(_ reached: ArraySlice<Int>, _ steps: [Taker]) -> [Int] {
      guard let first = reached.first else { return [] }
      let others = ordered(reached.dropFirst(), steps)
      return steps[first].isGreedy ? [first] + others : others + [first]
    }

    /// Adds the continuations after the wait that is ahead.
    private static func complete(
      _ place: inout Place, current: Int?, _ steps: [Taker], _ places: [Place]
    ) {
      let others = place.takers.filter { $0 != current }
      place.canContinue = !others.isEmpty
      place.canContinueAfterPassing = others.contains { !steps[$0].isContiguous }
      guard let wait = place.wait else { return }
      let next = places[2 * steps.count + wait]
      place.end = next.end == .open ? .open : .afterWaits
      place.canContinue = place.canContinue || next.canContinue
      place.canContinueAfterPassing = place.canContinueAfterPassing || next.canContinueAfterPassing
    }

    /// The place of a partial match.
    @inlinable
    func place<Input>(of match: PartialMatch<Input>) -> Place {
      if let gap = match.passedWait { return places[2 * steps.count + gap] }
      let isSatisfied = match.count >= steps[match.step].minimum
      return places[2 * match.step + (isSatisfied ? 1 : 0)]
    }
  }
}
