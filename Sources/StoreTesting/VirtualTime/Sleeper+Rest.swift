import Platform

extension Sleeper {
  /// Waits until the sleeper is woken, or its task is cancelled.
  ///
  /// Inlined, because each call of an asynchronous function ends with a check of the task's
  /// executor, and four of these are a quarter of the time that a sleep takes.
  @inline(__always)
  nonisolated(nonsending) func rest() async throws {
    if let handlers = CancellationHandlers.direct {
      let handler = hearOfCancel as () -> Void
      let record = unsafe handlers.add(handler)
      defer { withExtendedLifetime(handler) { unsafe handlers.remove(record) } }
      unsafe try await withUnsafeThrowingContinuation { unsafe begin($0) }
    } else {
      try await withTaskCancellationHandler {
        unsafe try await withUnsafeThrowingContinuation { unsafe begin($0) }
      } onCancel: { [executor, number] in
        Self.hearOfCancel(number, executor)
      }
    }
  }

  private func hearOfCancel() {
    Self.hearOfCancel(number, executor)
  }

  /// Called when a task is cancelled, on any thread and possibly long after it was woken.
  private static func hearOfCancel(_ number: Int, _ executor: VirtualExecutor) {
    if let run = executor.ownRun {
      run.cancelSleep(number)
    } else {
      executor.post(.cancelSleep(number))
    }
  }
}

/// The functions that `withTaskCancellationHandler` calls, found by name like the hooks. If they
/// are not found, as in a statically linked program, or if the runtime has another version, that
/// function itself is used.
@safe private struct CancellationHandlers: Sendable {
  /// The handler must live until it is removed. Handlers are removed in the order of a stack.
  typealias Add = @convention(thin) @Sendable (_ handler: @escaping () -> Void) -> UnsafeRawPointer
  typealias Remove = @convention(thin) @Sendable (_ record: UnsafeRawPointer) -> Void

  let add: Add
  let remove: Remove

  static let direct: CancellationHandlers? = {
    guard TaskRecord.isKnown,
      let add = unsafe CurrentProcess.address(ofSymbol: "swift_task_addCancellationHandler"),
      let remove = unsafe CurrentProcess.address(ofSymbol: "swift_task_removeCancellationHandler")
    else { return nil }
    return unsafe CancellationHandlers(
      add: unsafeBitCast(add, to: Add.self), remove: unsafeBitCast(remove, to: Remove.self))
  }()
}
