import Expressions
import Reactive
import Values

/// Where a stage plays: the clock, and what is around it.
struct StagePlace {
  private let chain: Chain
  private let innerNodes: [Int]

  init(_ chain: Chain, inner: [Int]) {
    self.chain = chain
    innerNodes = inner
  }

  var playing: Playing { chain.playing }
  var scheduler: any Scheduler { chain.playing.scheduler }

  /// What ends repetition while time stands still; one for all stages of a playing.
  var repetitionLimit: RepetitionLimit<StreamFailure> { chain.playing.repetitionLimit }

  /// The variables that are around the stage.
  var frame: Frame { chain.frame }

  /// The stage's first inner stream, built with variables of its own, and over the values of a group.
  func inner(in frame: Frame, group: Chain.Values? = nil) -> Chain.Values {
    chain.inner(innerNodes[0], in: frame, group: group ?? chain.group)
  }
}
