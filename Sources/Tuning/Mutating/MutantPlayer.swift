import Editing
package import FileTesting
import Marbles
package import Values

/// Plays the tests of a document with one thing changed.
package struct MutantPlayer: Sendable {
  /// The outcome of a change.
  package enum Fate: Sendable, Equatable {
    /// A test noticed it.
    case noticed
    /// The changed document has mistakes, so nobody would run it.
    case invalid
    /// No test noticed it. The test states an input for which the events differ.
    case survived(test: Value?)
    /// No test noticed it, and neither did many random plays.
    case perhapsEquivalent
  }

  /// The number of steps of a playback that are enough for most documents.
  private static let fewSteps = 20_000

  private let document: StreamDocument
  private let steps: Int
  private let random: RandomTests?
  /// The number of random plays before a change counts as equivalent.
  private let plays: Int

  /// - Parameters:
  ///   - document: The document, all of whose tests pass.
  ///   - steps: The limit of scheduler steps for a playback.
  package init(_ document: StreamDocument, steps: Int, plays: Int = 1000, seed: UInt64 = 1) {
    // A change may make a stream endless, which should show soon.
    let steps = Self.passes(document, steps: Self.fewSteps) ? min(steps, Self.fewSteps) : steps
    (self.document, self.steps, self.plays) = (document, steps, plays)
    random = RandomTests(of: document, steps: steps, seed: seed)
  }

  /// Returns whether the document passes its tests, so that changes can be judged.
  package static func passes(_ document: StreamDocument, steps: Int) -> Bool {
    !document.checks.isEmpty
      && document.checks.allSatisfy { isPassed(document.play($0, steps: steps)) }
  }

  private static func isPassed(_ outcome: CheckOutcome) -> Bool {
    switch outcome {
    case .passed, .skipped: true
    case .differs, .endless, .unsteady, .mistaken: false
    }
  }

  /// Plays the tests with a change and, if all pass, random ones.
  ///
  /// - Parameter isOver: Whether no more random plays may be made.
  package func fate(of mutation: Mutation, isOver: () -> Bool) -> Fate {
    let changed: StreamDocument
    do throws(EditError) {
      changed = StreamDocument(try mutation.applied(to: document.source))
    } catch {
      return .invalid
    }
    guard changed.mistakes == nil, changed.checks.count == document.checks.count else {
      return .invalid
    }
    for check in changed.checks where !Self.isPassed(changed.play(check, steps: steps)) {
      return .noticed
    }
    guard let random else { return .survived(test: nil) }
    var left = plays
    while left > 0, !isOver() {
      let count = min(left, 40)
      let tests = random.tests(from: plays - left, count: count)
      if let test = random.firstDifference(tests, mutation, in: document) {
        return .survived(test: random.shrunk(test, mutation, in: document, isOver))
      }
      left -= count
    }
    return left == 0 ? .perhapsEquivalent : .survived(test: nil)
  }
}
