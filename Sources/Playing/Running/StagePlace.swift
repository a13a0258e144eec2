package import Checking
import Expressions
package import Reactive
package import StreamModels
package import Values

/// The environment of a stage: the clock, and the variables and inner streams.
package struct StagePlace {
  /// A condition on a value.
  package typealias Condition = (Value) throws(StreamFailure) -> Bool
  /// A condition on two values.
  package typealias Relation = (Value, Value) throws(StreamFailure) -> Bool
  /// A condition on a value, the previous value of a match, and the match so far.
  package typealias MatchCondition = (Value, Value, () -> Value) throws(StreamFailure) -> Bool
  /// A function of two values.
  package typealias Function = (Value, Value) throws(StreamFailure) -> Value

  private let chain: Chain
  private let innerNodes: [Int]
  /// The site of the stage in traces; nil if the program is not traced.
  private let site: Int?

  package init(_ chain: Chain, inner: [Int], site: Int? = nil) {
    self.chain = chain
    innerNodes = inner
    self.site = site
  }

  package var playing: Playing { chain.playing }
  package var scheduler: any Scheduler {
    let playing = chain.playing
    guard let site, let recorder = playing.trace else { return playing.scheduler }
    return recorder.scheduler(playing.scheduler, ofSite: site)
  }

  /// The limit that ends repetition while time stands still. All stages of a playback share it.
  package var repetitionLimit: RepetitionLimit<StreamFailure> { chain.playing.repetitionLimit }

  /// The variables that the stage can read.
  var frame: Frame { chain.frame }

  /// Returns whether all of the given sources have ended.
  package func haveEnded(_ sources: [HotSource]) -> Bool {
    sources.allSatisfy { source in
      switch source {
      case .group: hasGroupEnded
      case .input(let number): playing.inputs?.reading(of: number)?.hasEnded ?? true
      case .sideOutput(let number): playing.sideOutputs[number].hasEnded
      }
    }
  }

  /// Whether the values of the group in which the stage plays have ended.
  private var hasGroupEnded: Bool {
    guard let group = chain.group else { return true }
    var hasEnded = false
    CallDepth.current.withFreshDepth {
      group.sink(receiveCompletion: { _ in hasEnded = true }, receiveValue: { _ in }).cancel()
    }
    return hasEnded
  }

  /// Returns the stage's first inner stream. Each run of it has its own value of a variable.
  package func inner(own variable: TransformLine.OwnVariable) -> InnerStream {
    InnerStream(innerNodes[0], of: chain, own: variable)
  }
}
