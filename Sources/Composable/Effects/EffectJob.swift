/// A running effect, or a part of one.
///
/// Jobs form a tree: the parts of a merge are children of the job that merges. A job stays in the
/// store's isolation.
@usableFromInline
package final class EffectJob {
  let host: EffectHost
  let scope: EffectScope
  package private(set) var isOver = false
  private var stop: (() -> Void)?
  private var whenDone: (() -> Void)?
  private var whenOver: [() -> Void] = []
  /// The parts, by number. The numbers are in the order of the parts.
  private var children: [Int: EffectJob] = [:]
  private var childCount = 0

  init(host: EffectHost, scope: EffectScope, whenDone: @escaping () -> Void) {
    self.host = host
    self.scope = scope
    self.whenDone = whenDone
  }

  /// Sets the closure that stops the work. If the work is already over, it is called at once.
  func onStop(_ stop: @escaping () -> Void) {
    if isOver { stop() } else { self.stop = stop }
  }

  /// Adds a closure to call when the job is over, however it ends.
  package func onOver(_ action: @escaping () -> Void) {
    if isOver { action() } else { whenOver.append(action) }
  }

  /// Starts an effect as a part of this one. `finish` is called when it has completed, and when it
  /// has been cancelled by itself, but not when it is cancelled together with this one.
  @discardableResult
  func begin<Action>(
    _ effect: Effect<Action>, in scope: EffectScope? = nil,
    receive: @escaping (Action) -> Void, finish: @escaping () -> Void,
    prepare: (EffectJob) -> Void = { _ in }
  ) -> EffectJob {
    childCount += 1
    let number = childCount
    let child = EffectJob(host: host, scope: scope ?? self.scope) { [weak self] in
      self?.children[number] = nil
      finish()
    }
    guard !isOver else {
      child.cancel()
      return child
    }
    children[number] = child
    prepare(child)
    effect.start(
      in: child,
      into: EffectOutlet(
        receive: { [weak child] action in if child?.isOver == false { receive(action) } },
        finish: { [weak child] in child?.complete() }))
    return child
  }

  /// Marks the work as done.
  func complete() {
    guard !isOver else { return }
    isOver = true
    stop = nil
    finishUp(tellsDone: true)
  }

  /// Stops the job, with all of its parts. Only the closures of `onOver` are called.
  package func cancel() {
    guard !isOver else { return }
    stopAll()
    finishUp(tellsDone: false)
  }

  /// Stops the job, with all of its parts. Its parent continues as if the job had completed.
  func end() {
    guard !isOver else { return }
    stopAll()
    finishUp(tellsDone: true)
  }

  private func stopAll() {
    isOver = true
    let parts = children.sorted { $0.key < $1.key }
    children = [:]
    for (_, part) in parts { part.cancel() }
    stop.take()?()
  }

  private func finishUp(tellsDone: Bool) {
    let (done, over) = (whenDone.take(), whenOver)
    whenOver = []
    for action in over { action() }
    if tellsDone { done?() }
  }
}

/// The receiver of an effect's actions and of its end.
@usableFromInline
package struct EffectOutlet<Action> {
  package let receive: (Action) -> Void
  package let finish: () -> Void

  package init(receive: @escaping (Action) -> Void, finish: @escaping () -> Void) {
    self.receive = receive
    self.finish = finish
  }
}
