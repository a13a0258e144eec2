/// The `.run` effect that a task is a part of.
struct RunOrigin: Sendable {
  @TaskLocal static var current: RunOrigin?

  let mailbox: Mailbox
  let run: Int
  let cancellations: TaskCancellations
}

/// What an effect leaves in the mailbox to have effects of its feature cancelled.
struct CancelRequest: Sendable {
  let id: CancelID
}

/// What an effect leaves in the mailbox when its feature is to be dismissed.
struct DismissRequest: Sendable {}
