package import Checking
package import Expressions
import Reactive
import StreamModels
import Values

/// Consecutive transforms, as one stage.
struct TransformsPublisher: Publisher {
  typealias Output = Value
  typealias Failure = StreamFailure

  let upstream: Chain.Values
  let transforms: [Transform]
  let frame: Frame
  let playing: Playing
  /// The treatment of values on which they fail; nil if the stage fails then.
  var tolerance: Tolerance?
  /// The number of the side output that receives dropped values; nil if none does.
  var droppedOutput: Int?

  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Value, S.Failure == StreamFailure {
    let line = TransformLine(
      transforms, frame: frame, tolerance: tolerance, droppedOutput: droppedOutput,
      playing: playing)
    if playing.trace != nil {
      return upstream.receive(
        subscriber: TracedTransformStage(downstream: subscriber, line: line))
    }
    let stage = TransformStage(downstream: subscriber, line: line)
    if CallDepth.isRestoring { return upstream.restore(stage) }
    upstream.receive(subscriber: stage)
  }
}

/// Consecutive transforms, and the variables and working memory that their runs share. An inner
/// stream may have thousands of such runs at a time.
package final class TransformLine {
  /// A variable that has a different value in each run.
  package enum OwnVariable {
    case outer, error, key
  }

  private let playing: Playing
  /// The clock, if an expression reads the time.
  private let clock: (any Scheduler)?
  private let transforms: [Transform]
  /// The steps that all runs share; nil if they have state.
  private let sharedSteps: TransformSteps?
  private let own: OwnVariable?
  private let tolerance: Tolerance?
  private let droppedOutput: Int?
  private let room = RowRoom()
  /// The room for the results of a batch, created for the first one.
  @exclusivity(unchecked) private var results: RowBatch?
  /// The variables of all runs. A run swaps its own variable in while it works, and nothing that it
  /// calls re-enters this object (`TransformSteps`).
  @exclusivity(unchecked) private var frame: Frame

  package init(
    _ transforms: [Transform], frame: Frame, own: OwnVariable? = nil, tolerance: Tolerance? = nil,
    droppedOutput: Int? = nil, playing: Playing
  ) {
    self.tolerance = tolerance
    self.droppedOutput = droppedOutput
    self.transforms = transforms
    unsafe self.frame = frame
    self.own = own
    self.playing = playing
    clock = transforms.contains { $0.usesTime } ? playing.scheduler : nil
    let isStateless = transforms.allSatisfy(\.isStateless)
    sharedSteps = isStateless ? TransformSteps(transforms) : nil
  }

  /// Returns the steps of a new run.
  func steps() -> TransformSteps { sharedSteps ?? TransformSteps(transforms) }

  /// Drops a value on which the transforms failed. Returns false if the stage fails instead.
  func tolerates(_ failure: StreamFailure, on value: Value) -> Bool {
    guard let tolerance else { return false }
    playing.drop(value, failure, tolerance)
    return true
  }

  /// Sends a value that the transforms have dropped to the side output for these, if there is one.
  func send(dropped value: Value) {
    if let droppedOutput { playing.send(value, to: droppedOutput) }
  }

  /// Returns the failure of a transform as subscribers receive it.
  func reported(_ failure: StreamFailure) -> StreamFailure { playing.attributed(failure) }

  /// The recorder of a playback that is traced.
  var trace: TraceRecorder? { playing.trace }

  /// Returns the key by which the last transform drops a value; nil if it does not go by keys, or
  /// fails on the value.
  func key(of value: Value) -> EquivalentValue? {
    guard let key = transforms.last?.key else { return nil }
    unsafe frame.nanoseconds = clock?.now.nanoseconds ?? 0
    do throws(EvaluationError) {
      return unsafe EquivalentValue(try key(value, &frame))
    } catch {
      return nil
    }
  }

  @inline(__always)
  func work(on value: Value, in run: TransformsRun) -> SingleRow.Outcome {
    let time = clock?.now.nanoseconds ?? 0
    exchangeOwn(with: run)
    defer { exchangeOwn(with: run) }
    return room.work(on: value, at: time) { unsafe run.steps.work(on: &$0, in: &frame) }
  }

  /// Whether a value that fails ends the run, and nothing is recorded of any value.
  var takesBatches: Bool { tolerance == nil && droppedOutput == nil && playing.trace == nil }
  /// Whether a value can be worked on again, with the same result.
  var isStateless: Bool { sharedSteps != nil }

  /// Returns the results for the rows of a batch, up to a row that fails, and the failure. The
  /// values of the batch do not change. The results are those of the last batch of any run.
  func results(for batch: _Batch<Value>, in run: TransformsRun) -> (RowBatch, StreamFailure?) {
    let results = results(upTo: batch.rows.upperBound)
    results.borrow(batch)
    var rows = results.takeValues()
    exchangeOwn(with: run)
    unsafe run.steps.work(on: &rows, in: &frame)
    exchangeOwn(with: run)
    results.putBack(rows)
    guard case .failure(let failure)? = unsafe results.end else { return (results, nil) }
    unsafe results.count -= 1
    return (results, failure)
  }

  private func results(upTo count: Int) -> RowBatch {
    if let results = unsafe results, unsafe results.capacity >= count { return results }
    let new = RowBatch(capacity: max(count, RowBatch.greatestSize))
    unsafe results = new
    return new
  }

  /// Swaps values between the frame and a run; nothing is retained or released.
  @inline(__always)
  private func exchangeOwn(with run: TransformsRun) {
    switch own {
    case .outer: unsafe swap(&frame.outer, &run.own)
    case .error: unsafe swap(&frame.error, &run.own)
    case .key: unsafe swap(&frame.key, &run.own)
    case nil: break
    }
  }
}

/// A run of transforms.
final class TransformsRun: EndingHandle, SavableRun {
  let steps: TransformSteps
  @safe @exclusivity(unchecked) var isUpstreamDone = false
  @safe @exclusivity(unchecked) var isOver = false
  @safe @exclusivity(unchecked) var subscription: (any Subscription)?
  /// The value of the variable that differs from run to run.
  @exclusivity(unchecked) fileprivate var own: Value
  /// The result for the next value, if the steps have already worked on it.
  @safe @exclusivity(unchecked) var next: SingleRow.Outcome?

  init(_ line: TransformLine, own: Value) {
    steps = line.steps()
    unsafe self.own = own
  }

  var upstreams: [(any Subscription)?] { [subscription] }

  /// The subscriber of the run saves the run's own variable.
  func state(in line: PendingTickets) -> TransformsState {
    switch next {
    case .value(let value)?: TransformsState(steps: steps.state, next: [value], failure: nil)
    case .failure(let failure)?: TransformsState(steps: steps.state, next: [], failure: failure)
    case .dropped?, nil: TransformsState(steps: steps.state, next: [], failure: nil)
    }
  }
}

/// The state of a run of transforms.
struct TransformsState: Codable {
  let steps: StepStates
  /// The result for the next value, or the failure on it, if the steps have already worked on it.
  let next: [Value]
  let failure: StreamFailure?
}

struct TransformStage<Downstream: Subscriber>: EndingStage
where Downstream.Input == Value, Downstream.Failure == StreamFailure {
  typealias Input = Value
  typealias Failure = StreamFailure
  typealias State = TransformsState

  let downstream: Downstream
  private let line: TransformLine
  let run: TransformsRun

  init(downstream: Downstream, line: TransformLine, own: Value = .null) {
    self.downstream = downstream
    self.line = line
    run = TransformsRun(line, own: own)
  }

  func receive(_ input: Value) {
    guard !run.isUpstreamDone else { return }
    switch run.next == nil ? line.work(on: input, in: run) : run.next.take() ?? .dropped {
    case .value(let value): downstream.receive(value)
    case .dropped: line.send(dropped: input)
    case .failure(let failure):
      if !line.tolerates(failure, on: input) { end(.failure(line.reported(failure))) }
    }
  }

  func resume(from restoration: Restoration, subscribe: () -> Void) {
    guard let saved = restoration.next(State.self, upstreams: 1) else { return }
    guard run.steps.restore(saved.state.steps) else {
      return restoration.fail("the state of other transforms")
    }
    run.next =
      saved.state.next.first.map { .value($0) } ?? saved.state.failure.map { .failure($0) }
    subscribe()
  }
}

// MARK: - Batches

extension TransformStage {
  /// Transforms with a state cannot work again on a row that was refused.
  var _batchUse: _BatchUse {
    guard line.takesBatches else { return .none }
    let use = downstream._batchUse
    return line.isStateless || use == .all ? use : .none
  }

  /// Hands the results on. A row that fails, here or downstream, arrives again by itself, at its
  /// instant, and the run then ends. Transforms with a state keep the result for that row.
  func _receive(_ batch: _Batch<Value>) -> Int {
    guard !run.isUpstreamDone, run.next == nil else { return batch.rows.lowerBound }
    let (results, failure) = line.results(for: batch, in: run)
    let rows = unsafe results.head..<results.count
    let row =
      rows.isEmpty ? rows.upperBound : unsafe downstream._receive(results.columns.batch(rows))
    if !line.isStateless {
      run.next =
        row < rows.upperBound
        ? unsafe .value(results.columns.values[row]) : failure.map { .failure($0) }
    }
    return row
  }
}
