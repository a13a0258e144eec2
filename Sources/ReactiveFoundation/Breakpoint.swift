import Platform
public import Reactive

extension Publisher {
  /// Stops in the debugger when one of the closures returns true, just before downstream is called.
  ///
  ///     -1-2|
  ///     breakpoint(receiveOutput: { $0 > 9 })
  ///     -1-2|
  ///
  /// It raises `SIGTRAP`, which ends a program that is not being debugged.
  public func breakpoint(
    receiveSubscription: ((any Subscription) -> Bool)? = nil,
    receiveOutput: ((Output) -> Bool)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    handleEvents(
      receiveSubscription: receiveSubscription.map { stops in
        { if stops($0) { CurrentProcess.stopInDebugger() } }
      },
      receiveOutput: receiveOutput.map { stops in
        { if stops($0) { CurrentProcess.stopInDebugger() } }
      },
      receiveCompletion: receiveCompletion.map { stops in
        { if stops($0) { CurrentProcess.stopInDebugger() } }
      })
  }

  /// Stops in the debugger when upstream fails.
  ///
  ///     -1-2|
  ///     breakpointOnError()
  ///     -1-2|
  public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: { completion in
      if case .failure = completion { true } else { false }
    })
  }
}

extension Publishers {
  /// Stops in the debugger when a closure returns true.
  public typealias Breakpoint<Upstream: Publisher> = HandleEvents<Upstream>
}
