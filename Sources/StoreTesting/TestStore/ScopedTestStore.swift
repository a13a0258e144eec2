public import Composable
import ReactiveTesting

extension TestStore {
  /// Returns a view of this store for tests of the part of a program that a view observes and
  /// sends. Actions sent through it become actions of the whole, and the test asserts how the part
  /// of the state changes.
  ///
  ///     let view = store.scope(
  ///       state: ViewState.init(state:), action: Feature.Action.init(viewAction:))
  ///     await view.send(.buttonTapped) { $0.title = "1" }
  ///     await view.receive(.response(1)) { $0.title = "2" }
  ///
  /// Actions of effects are received as actions of the whole. Changes of the rest of the state need
  /// not be asserted. The store itself may be used as well.
  public func scope<ViewState: Equatable, ViewAction>(
    state toViewState: @escaping (State) -> ViewState,
    action fromViewAction: @escaping (ViewAction) -> Action
  ) -> ScopedTestStore<State, Action, ViewState, ViewAction> {
    ScopedTestStore(base: self, toViewState: toViewState, fromViewAction: fromViewAction)
  }

  /// Returns a view of this store for tests of the part of the state that a view observes, with the
  /// actions of the whole.
  public func scope<ViewState: Equatable>(
    state toViewState: @escaping (State) -> ViewState
  ) -> ScopedTestStore<State, Action, ViewState, Action> {
    scope(state: toViewState, action: { $0 })
  }
}

/// A part of a `TestStore`, as a view uses it. `TestStore.scope` makes one.
public final class ScopedTestStore<State, Action, ViewState: Equatable, ViewAction> {
  /// The store of the whole.
  public let base: TestStore<State, Action>
  let toViewState: (State) -> ViewState
  let fromViewAction: (ViewAction) -> Action

  init(
    base: TestStore<State, Action>, toViewState: @escaping (State) -> ViewState,
    fromViewAction: @escaping (ViewAction) -> Action
  ) {
    self.base = base
    self.toViewState = toViewState
    self.fromViewAction = fromViewAction
  }

  /// The part of the state as the test has seen it.
  public var state: ViewState { toViewState(base.state) }

  /// How much the test must assert. It applies to the whole store.
  public var exhaustivity: Exhaustivity {
    get { base.exhaustivity }
    set { base.exhaustivity = newValue }
  }

  /// The dependencies of the reducer and its effects from now on.
  public var dependencies: DependencyValues {
    get { base.dependencies }
    _modify { yield &base.dependencies }
  }

  /// Returns a smaller part.
  public func scope<PartState: Equatable, PartAction>(
    state toPartState: @escaping (ViewState) -> PartState,
    action fromPartAction: @escaping (PartAction) -> ViewAction
  ) -> ScopedTestStore<State, Action, PartState, PartAction> {
    let (toViewState, fromViewAction) = (toViewState, fromViewAction)
    return ScopedTestStore<State, Action, PartState, PartAction>(
      base: base, toViewState: { toPartState(toViewState($0)) },
      fromViewAction: { fromViewAction(fromPartAction($0)) })
  }

  /// Returns a smaller part, with the same actions.
  public func scope<PartState: Equatable>(
    state toPartState: @escaping (ViewState) -> PartState
  ) -> ScopedTestStore<State, Action, PartState, ViewAction> {
    scope(state: toPartState, action: { $0 })
  }

  private func check(
    _ update: ((inout ViewState) throws -> Void)?, from old: State, after action: Action,
    at place: SourcePlace
  ) {
    base.stateCheck(after: action, at: place, isEqual: ==)
      .check(update, from: toViewState(old), to: state)
  }
}

// MARK: - Sending and receiving

extension ScopedTestStore {
  /// Sends an action as a user would, and asserts how it changes the part of the state.
  @discardableResult
  public func send(
    _ action: ViewAction, isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout ViewState) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async -> TestStoreTask {
    base.settle(isolation: isolation)
    return send(
      fromViewAction(action), update,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends an action as a user would, and asserts how it changes the part of the state.
  @discardableResult
  public func send(
    _ action: ViewAction, isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout ViewState) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> TestStoreTask {
    base.settle(isolation: isolation)
    return send(
      fromViewAction(action), update,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func send(
    _ action: Action, _ update: ((inout ViewState) throws -> Void)?, at place: SourcePlace
  ) -> TestStoreTask {
    base.send(action, at: place) { old in check(update, from: old, after: action, at: place) }
  }

  /// Receives the next action of an effect, which must equal the expected one, and asserts how it
  /// changes the part of the state.
  public func receive(
    _ expected: Action, timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout ViewState) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async where Action: Equatable {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    await base.receiveLater(
      .equal(to: expected), isolation: isolation, timeout: timeout, at: place
    ) { old, action in
      check(update, from: old, after: action, at: place)
    }
  }

  /// Receives the next action of an effect, which must have arrived and equal the expected one, and
  /// asserts how it changes the part of the state.
  public func receive(
    _ expected: Action, isolation: isolated (any Actor)? = #isolation,
    assert update: ((inout ViewState) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) where Action: Equatable {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    base.settle(isolation: isolation)
    base.receive(.equal(to: expected), at: place) { old, action in
      check(update, from: old, after: action, at: place)
    }
  }

  /// Waits until all effects have ended, and fails the test for actions that were not received.
  public func finish(
    timeout: Duration? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await base.finish(
      timeout: timeout, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Fails the test for effects that have not ended, and for actions that were not received.
  public func finish(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) {
    base.finish(
      isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
