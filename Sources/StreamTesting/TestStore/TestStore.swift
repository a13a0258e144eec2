public import Composable

/// A store for tests: it fails the test for everything that happens and that the test does not state.
///
///     let store = TestStore(initialState: Counter.State()) {
///       Counter()
///     } withDependencies: {
///       $0.numberFact.fetch = { "\($0) is a good number" }
///     }
///     await store.send(.incrementButtonTapped) { $0.count = 1 }
///     await store.send(.factButtonTapped)
///     await store.receive(.factResponse(.success("1 is a good number"))) { … }
///
/// The test states each change of the state, receives each action that an effect sends, and ends when
/// all effects have. An effect's action is reduced when the test receives it, not before, so what a
/// test sees does not hang on how fast an effect is. `exhaustivity` says how strict this is.
///
/// With a virtual scheduler a test need not be asynchronous: `send`, `receive` and the others have
/// both forms. Where dependencies are not set, test values stand for them.
public final class TestStore<State, Action> {
  /// The state as the test has seen it: after what was sent and received.
  public internal(set) var state: State
  /// How much the test has to state.
  public var exhaustivity = Exhaustivity.on
  /// What the reducer and its effects get from now on.
  public var dependencies: DependencyValues {
    get { values }
    // To set one closure of a client is not to use it.
    _modify { yield &values.settable }
  }

  let host = EffectHost()
  let reduce: (inout State, Action) -> Effect<Action>
  let isEqual: (State, State) -> Bool
  /// Actions of effects that the test has not received, in the order in which they were sent.
  var received: [ReceivedAction] = []
  /// The effects that are under way, by number.
  var running: [Int: RunningEffect] = [:]
  private var values: DependencyValues
  private var effectCount = 0
  private let place: SourcePlace
  private(set) lazy var executor = PiecewiseExecutor(mailbox: host.mailbox)

  /// An action of an effect, and where the test set the effect off.
  struct ReceivedAction {
    let action: Action
    let place: SourcePlace
  }

  /// An effect, and where the test set it off.
  struct RunningEffect {
    let action: Action
    let place: SourcePlace
    let job: EffectJob
  }

  /// Makes a store of a state to begin with, and a reducer.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) where State: Equatable {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    var values = DependencyValues.current
    values.context = .test
    values.set(prepare)
    let (state, prepared) = reportingIssues(at: place) {
      DependencyValues.$current.withValue(values) { (initialState(), reducer()._prepared()) }
    }
    self.place = place
    self.state = state
    reduce = prepared.run
    isEqual = { $0 == $1 }
    self.values = values
  }

  deinit {
    host.takeIn()
    if exhaustivity != .off {
      reportUnreceived(at: received.first?.place ?? place, whatEnded: "the test ended")
      for (_, effect) in running.sorted(by: { $0.key < $1.key }) {
        report(
          """
          the effect of \(line(effect.action)) is still under way at the end of the test

          hint: have it end by an action, wait for it by 'await store.finish()', or stop it by \
          'store.skipInFlightEffects()'
          """, at: effect.place, isSkipped: exhaustivity != .on)
      }
    }
    host.cancelAll()
  }

  /// Reduces an action and starts its effect.
  func act(on action: Action, at place: SourcePlace) {
    reportingIssues(at: place) {
      DependencyValues.$current.withValue(dependencies) {
        let effect = reduce(&state, action)
        guard !effect.isNone,
          let job = host.start(
            effect,
            receive: { [weak self] in
              self?.received.append(ReceivedAction(action: $0, place: place))
            })
        else { return }
        effectCount += 1
        let number = effectCount
        running[number] = RunningEffect(action: action, place: place, job: job)
        job.onOver { [weak self] in self?.running[number] = nil }
      }
    }
  }

  /// Has `.run` effects start where the test is, so that they and the test take turns.
  func settle(isolation: isolated (any Actor)?) {
    host.spawn = taskSpawner(executor, isolation: isolation)
  }
}

/// The test store of a feature.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action>

/// Has mistakes that the program reports fail the test at a place.
func reportingIssues<Result>(at place: SourcePlace, _ body: () -> Result) -> Result {
  IssueReporter.$current.withValue(
    IssueReporter { reportIssue($0, severity: .error, at: place) }, operation: body)
}
