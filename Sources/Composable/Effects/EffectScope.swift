import Reactive

/// The effects of one feature at one place of the state, with their ids.
///
/// Each child has a scope within its parent's scope, so that an id is visible only to the child
/// that uses it: ten rows may each have a timer with the same id.
package final class EffectScope {
  private weak var parent: EffectScope?
  private let key: AnyHashable?
  private var children: [AnyHashable: EffectScope] = [:]
  /// The child's effects as the parent sees them, by number.
  private var jobs: [Int: EffectJob] = [:]
  private var jobCount = 0
  private var cancellables: [AnyHashable: [Int: EffectJob]] = [:]
  private var gates: [AnyHashable: ThrottleGate] = [:]
  /// Makes the parent remove the child's state; nil if the child was not presented.
  private var dismissal: (() -> Void)?
  /// The ids by which tasks of this child's `.run` effects can be cancelled.
  private(set) lazy var cancellations = TaskCancellations()

  init(parent: EffectScope? = nil, key: AnyHashable? = nil) {
    self.parent = parent
    self.key = key
  }

  func child(_ key: AnyHashable) -> EffectScope {
    if let child = children[key] { return child }
    let child = EffectScope(parent: self, key: key)
    children[key] = child
    return child
  }

  /// Whether the scope is empty.
  var isEmpty: Bool { children.isEmpty && jobs.isEmpty && cancellables.isEmpty && gates.isEmpty }

  /// Adds one of the child's effects.
  func add(_ job: EffectJob) {
    jobCount += 1
    let number = jobCount
    jobs[number] = job
    job.onOver { [weak self] in
      self?.jobs[number] = nil
      self?.removeIfEmpty()
    }
  }

  /// Ends all effects of a child, because its state is gone.
  func endChild(_ key: AnyHashable) {
    guard let child = children.removeValue(forKey: key) else { return }
    child.gates = [:]
    for (_, job) in child.jobs.sorted(by: { $0.key < $1.key }) { job.end() }
  }

  // MARK: Dismissal

  /// Sets the closure that dismisses the child of this scope.
  func onDismiss(_ dismiss: @escaping () -> Void) {
    dismissal = dismiss
  }

  /// Dismisses the nearest child that was presented: this one, or one that contains it.
  func dismiss() {
    if let dismissal { return dismissal() }
    guard let parent else {
      return IssueReporter.report(
        "'dismiss' was called by an effect of a feature that is not presented; it does nothing")
    }
    parent.dismiss()
  }

  // MARK: Ids

  /// Registers an effect that can be cancelled by an id.
  func add(_ job: EffectJob, id: AnyHashable) {
    jobCount += 1
    let number = jobCount
    cancellables[id, default: [:]][number] = job
    job.onOver { [weak self] in
      guard let self else { return }
      cancellables[id]?[number] = nil
      if cancellables[id]?.isEmpty == true { cancellables[id] = nil }
      removeIfEmpty()
    }
  }

  /// Ends the effects with an id, in the order in which they were started.
  func cancel(id: AnyHashable) {
    cancellations.cancel(id)
    cancelEffects(id: id)
  }

  /// Ends the effects that were made by `cancellable(id:)`.
  func cancelEffects(id: AnyHashable) {
    guard let jobs = cancellables[id] else { return }
    for (_, job) in jobs.sorted(by: { $0.key < $1.key }) { job.end() }
  }

  /// The state that throttled effects with an id share.
  func gate(_ id: AnyHashable) -> ThrottleGate {
    if let gate = gates[id] { return gate }
    let gate = ThrottleGate()
    gates[id] = gate
    return gate
  }

  private func removeIfEmpty() {
    guard isEmpty, let parent, let key, parent.children[key] === self else { return }
    parent.children[key] = nil
    parent.removeIfEmpty()
  }
}

/// The state of one throttle: the instant until which no action passes, and the pending action.
final class ThrottleGate {
  var opensAt: Instant?
  var pending: Any?
}
