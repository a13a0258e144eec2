public import Composable
package import ReactiveTesting

/// A store for tests. It fails the test for any event that the test does not assert.
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
/// The test asserts each change of the state, receives each action that an effect sends, and ends
/// when all effects have ended. An effect's action is reduced only when the test receives it, so
/// the result of a test does not depend on the speed of an effect. `exhaustivity` determines how
/// strict this is.
///
/// With a virtual scheduler a test need not be asynchronous: `send`, `receive` and the other
/// methods have both forms. Dependencies that are not set have their test values.
public final class TestStore<State, Action> {
  /// The state as the test has seen it: after the actions that were sent and received.
  public internal(set) var state: State
  /// How much the test must assert.
  public var exhaustivity = Exhaustivity.on
  /// The dependencies of the reducer and its effects from now on.
  public var dependencies: DependencyValues {
    get { values }
    // Setting one closure of a client does not count as a use of it.
    _modify {
      yield &values.settable
      groundClocks()
    }
  }

  package let host = EffectHost()
  let reduce: (inout State, Action) -> Effect<Action>
  let isEqual: (State, State) -> Bool
  private let ledger = EffectLedger<Action>()
  private var values: DependencyValues
  /// The id of the first element that the last action could put on a stack.
  private var firstStackElement = 0
  private let place: SourcePlace
  package private(set) lazy var executor = PiecewiseExecutor(mailbox: host.mailbox)

  /// Actions of effects that the test has not received, in the order in which they were sent.
  package var received: [ReceivedAction<Action>] {
    get { ledger.received }
    _modify { yield &ledger.received }
  }

  /// The running effects, by number.
  package var running: [Int: RunningEffect<Action>] { ledger.running }

  /// Creates a store from an initial state and a reducer.
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
    groundClocks()
  }

  /// Creates a store from a ready-made reducer.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, reducer: @autoclosure () -> R,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) where State: Equatable {
    self.init(
      initialState: initialState(), reducer: { Reduce(reducer()) }, withDependencies: prepare,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Makes the test's clocks wait for the effects of this store before they move.
  private func groundClocks() {
    for case let clock as TestClock<Duration> in values.setClocks { clock.stand(on: executor) }
  }

  deinit {
    host.takeIn()
    if exhaustivity != .off {
      let missed = received.first { !$0.isReported }
      reportUnreceived(at: missed?.place ?? place, whatEnded: "the test ended")
      for (_, effect) in running.sorted(by: { $0.key < $1.key }) {
        report(
          """
          the effect of \(line(effect.action)) is still running at the end of the test

          hint: end it with an action, wait for it with 'await store.finish()', or stop it with \
          'store.skipInFlightEffects()'
          """, at: effect.place, isSkipped: exhaustivity != .on)
      }
    }
    host.cancelAll()
  }

  /// Reduces an action and starts its effect.
  package func act(on action: Action, at place: SourcePlace) {
    firstStackElement = dependencies.stackElementID.next
    reportingIssues(at: place) {
      DependencyValues.$current.withValue(dependencies) {
        let effect = reduce(&state, action)
        guard !effect.isNone,
          let job = host.start(
            effect,
            receive: { [weak ledger] in
              ledger?.received.append(ReceivedAction(action: $0, place: place))
            })
        else { return }
        ledger.add(job, of: action, at: place)
      }
    }
  }

  /// Runs a closure of the test with the store's dependencies, so that values that it makes, such
  /// as a row with an id, are made as in the reducer.
  func withOwnDependencies<Result>(_ body: () throws -> Result) rethrows -> Result {
    var values = dependencies
    // An element that the test puts on a stack has the same id as the reducer's.
    values.stackElementID = .replaying(from: firstStackElement)
    return try DependencyValues.$current.withValue(values) { try body() }
  }

  /// Starts `.run` effects in the isolation of the test, so that they and the test take turns.
  package func settle(isolation: isolated (any Actor)?) {
    host.spawn = taskSpawner(executor, isolation: isolation)
  }
}

/// The test store of a feature.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action>

/// Makes mistakes that the program reports fail the test at the given place.
func reportingIssues<Result>(
  at place: SourcePlace, _ body: () throws -> Result
) rethrows -> Result {
  try IssueReporter.$current.withValue(
    IssueReporter { reportIssue($0, severity: .error, at: place) }, operation: body)
}
