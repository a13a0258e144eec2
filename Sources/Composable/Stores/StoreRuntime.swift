import Reactive

/// The part that all stores of one state share: the effects, the changes, and the isolation.
final class StoreRuntime {
  let host = EffectHost()
  let changes = PassthroughSubject<Void, Never>()
  private var home: (any Actor)?

  init(isolation: isolated (any Actor)?) {
    if isolation != nil { settle(isolation: isolation) }
  }

  deinit {
    // The task that receives actions wakes up and finds that no stores are left.
    host.mailbox.ring()
  }

  /// Ensures that a call comes from the isolation of the stores.
  ///
  /// That is the isolation in which the first store was created. If there was none, as in a
  /// function that only creates a store and returns it, it is the isolation of the first use.
  @inline(__always)
  func enter(isolation: isolated (any Actor)?) {
    if home !== isolation { enterFromElsewhere(isolation: isolation) }
    host.takeIn()
  }

  /// Waits until an action has been reduced, or the waiting task is cancelled.
  func waitForChange(isolation: isolated (any Actor)? = #isolation) async {
    let mailbox = host.mailbox
    let handle = changes.sink { _ in mailbox.ring() }
    await mailbox.waitForNews()
    handle.cancel()
  }

  private func enterFromElsewhere(isolation: isolated (any Actor)?) {
    guard let home else { return settle(isolation: isolation) }
    // A function without an isolation may nevertheless run in the right one.
    precondition(isolation == nil, Self.misuse(of: home, from: "\(isolation, default: "none")"))
    home.requireCurrent(Self.misuse(of: home, from: "where the call comes from"))
  }

  private static func misuse(of home: any Actor, from place: String) -> String {
    """
    a store was used from a different isolation: it belongs to \(home), where it was made \
    or first used, and not to \(place); send it actions from an effect
    """
  }

  /// Sets the isolation. Actions of `.run` effects enter it through one task, which is started with
  /// the first of them and ends with the stores.
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
