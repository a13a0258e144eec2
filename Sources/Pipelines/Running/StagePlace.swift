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

  /// The stage's first inner stream, each run of which has a value of its own for a variable.
  func inner(own variable: TransformLine.OwnVariable) -> InnerStream {
    InnerStream(innerNodes[0], of: chain, own: variable)
  }
}
