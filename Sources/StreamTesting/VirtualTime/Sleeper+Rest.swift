extension Sleeper {
  /// Waits until the sleeper is woken, or its task is cancelled.
  ///
  /// Inlined, because each call of an asynchronous function ends with a look at who runs the task, and
  /// four of these are a fourth of the time that a sleep takes.
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

  /// A task was cancelled: on any thread, and perhaps when it has long been awake.
  private static func hearOfCancel(_ number: Int, _ executor: VirtualExecutor) {
    if let run = executor.ownRun {
      run.cancelSleep(number)
    } else {
      executor.post(.cancelSleep(number))
    }
  }
}

/// What `withTaskCancellationHandler` calls: found by name, as the hooks are, and if it is not there,
/// as in a statically linked program, that function does.
@safe private struct CancellationHandlers: Sendable {
  /// The handler has to live until it is removed; whoever removes it does so in the order of a stack.
  typealias Add = @convention(thin) @Sendable (_ handler: @escaping () -> Void) -> UnsafeRawPointer
  typealias Remove = @convention(thin) @Sendable (_ record: UnsafeRawPointer) -> Void

  let add: Add
  let remove: Remove

  static let direct: CancellationHandlers? = {
    guard let add = unsafe RuntimeHooks.symbol("swift_task_addCancellationHandler"),
      let remove = unsafe RuntimeHooks.symbol("swift_task_removeCancellationHandler")
    else { return nil }
    return unsafe CancellationHandlers(
      add: unsafeBitCast(add, to: Add.self), remove: unsafeBitCast(remove, to: Remove.self))
  }()
}
