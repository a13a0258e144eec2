/// The `.run` effect to which a task belongs.
struct RunOrigin: Sendable {
  @TaskLocal static var current: RunOrigin?

  let mailbox: Mailbox
  let run: Int
  let cancellations: TaskCancellations
}

/// A message in the mailbox with which an effect cancels effects of its feature.
struct CancelRequest: Sendable {
  let id: CancelID
}

/// A message in the mailbox with which an effect dismisses its feature.
struct DismissRequest: Sendable {}
