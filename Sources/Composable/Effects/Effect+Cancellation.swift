extension Effect {
  /// Makes the effect cancellable by an id.
  ///
  /// The id belongs to the child that returns the effect. In another child, in another element of a
  /// list, and in the parent, the same id identifies a different effect. With `cancelInFlight`,
  /// running effects with the id are cancelled when this one starts.
  public func cancellable(id: some Hashable, cancelInFlight: Bool = false) -> Effect {
    if isNone && !cancelInFlight { return self }
    let id = AnyHashable(id)
    return Effect { job, outlet in
      if cancelInFlight { job.scope.cancel(id: id) }
      job.begin(self, receive: outlet.receive, finish: outlet.finish) { child in
        job.scope.add(child, id: id)
      }
    }
  }

  /// Cancels this child's running effects with an id, and completes.
  public static func cancel(id: some Hashable) -> Effect {
    let id = AnyHashable(id)
    return Effect { job, outlet in
      job.scope.cancel(id: id)
      outlet.finish()
    }
  }

  /// Cancels this child's running effects with any of several ids, and completes.
  public static func cancel(ids: some Sequence<some Hashable>) -> Effect {
    .merge(ids.map { .cancel(id: $0) })
  }
}

extension Effect {
  /// Returns the effect of a child as an effect of its parent.
  ///
  /// `key` distinguishes the child from the other children of its parent. `onOver` is called when
  /// the effect is over, however it ends.
  @inlinable
  package func ofChild<Parent>(
    at key: @autoclosure () -> some Hashable, embed: @escaping (Action) -> Parent,
    onOver: (() -> Void)? = nil
  ) -> Effect<Parent> {
    isNone ? .none : nested(at: AnyHashable(key()), embed: embed, onOver: onOver)
  }

  /// Returns the effect of a child that its parent presents, and that may dismiss itself by sending
  /// an action to the parent.
  func ofPresented<Parent>(
    at key: AnyHashable, embed: @escaping (Action) -> Parent, dismissal: Parent,
    onOver: (() -> Void)? = nil
  ) -> Effect<Parent> {
    isNone ? .none : nested(at: key, embed: embed, dismissal: dismissal, onOver: onOver)
  }

  @usableFromInline
  func nested<Parent>(
    at key: AnyHashable, embed: @escaping (Action) -> Parent, dismissal: Parent? = nil,
    onOver: (() -> Void)?
  ) -> Effect<Parent> {
    return Effect<Parent> { job, outlet in
      let scope = job.scope.child(key)
      if let dismissal { scope.onDismiss { outlet.receive(dismissal) } }
      job.begin(
        self, in: scope, receive: { outlet.receive(embed($0)) }, finish: outlet.finish
      ) { child in
        scope.add(child)
        if let onOver { child.onOver(onOver) }
      }
    }
  }

  /// Ends the effects of a child whose state is gone.
  package static func endChild(at key: some Hashable) -> Effect {
    let key = AnyHashable(key)
    return Effect { job, outlet in
      job.scope.endChild(key)
      outlet.finish()
    }
  }
}
