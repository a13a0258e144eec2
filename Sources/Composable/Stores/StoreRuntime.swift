import Reactive

/// What all the stores of one state share: the effects, the news of changes, and where they live.
final class StoreRuntime {
  let host = EffectHost()
  let changes = PassthroughSubject<Void, Never>()
  private var home: (any Actor)?

  init(isolation: isolated (any Actor)?) {
    if isolation != nil { settle(isolation: isolation) }
  }

  deinit {
    // The task that brings actions in looks up and sees that nobody is there any more.
    host.mailbox.ring()
  }

  /// Makes sure that a call comes from where the stores live.
  ///
  /// Where that is, is known from whoever made the first store; if that was not in any isolation,
  /// such as a function that only makes a store and gives it back, from the first use in one.
  @inline(__always)
  func enter(isolation: isolated (any Actor)?) {
    if home !== isolation { enterFromElsewhere(isolation: isolation) }
    host.takeIn()
  }

  /// Waits until an action has been reduced, or the task that waits is cancelled.
  func waitForChange(isolation: isolated (any Actor)? = #isolation) async {
    let mailbox = host.mailbox
    let handle = changes.sink { _ in mailbox.ring() }
    await mailbox.waitForNews()
    handle.cancel()
  }

  private func enterFromElsewhere(isolation: isolated (any Actor)?) {
    guard let home else { return settle(isolation: isolation) }
    // A function without isolation of its own may run in the right one all the same.
    precondition(isolation == nil, Self.misuse(of: home, from: "\(isolation, default: "none")"))
    home.requireCurrent(Self.misuse(of: home, from: "where the call comes from"))
  }

  private static func misuse(of home: any Actor, from place: String) -> String {
    """
    a store was used from another isolation than its own: it belongs to \(home), where it was made \
    or first used, and not to \(place); send it actions from an effect
    """
  }

  /// Lives in an isolation from now on. Actions of `.run` effects come into it by one task, which is
  /// started with the first of them and ends with the stores.
  private func settle(isolation: isolated (any Actor)?) {
    home = isolation
    let mailbox = host.mailbox
    host.onFirstRun = { [weak host] in
      Task { [weak host] in
        _ = isolation
        while true {
          await mailbox.waitForNews()
          guard let host else { return }
          host.takeIn()
        }
      }
    }
    if host.runCount > 0 { host.onFirstRun.take()?() }
  }
}
