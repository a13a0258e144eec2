#if !canImport(SwiftUI)
  public import Reactive

  /// The animation of a change. There are no views here, so it has no effect. It is accepted so
  /// that the code of a feature is the same as with views.
  public struct Animation: Hashable, Sendable {
    private let name: String
    private let duration: Double?

    /// The default animation.
    public static let `default` = Animation(name: "default", duration: nil)
    /// An animation of constant speed.
    public static let linear = Animation(name: "linear", duration: nil)
    /// An animation that starts slowly.
    public static let easeIn = Animation(name: "easeIn", duration: nil)
    /// An animation that ends slowly.
    public static let easeOut = Animation(name: "easeOut", duration: nil)
    /// An animation that starts and ends slowly.
    public static let easeInOut = Animation(name: "easeInOut", duration: nil)
    /// An animation that moves like a spring.
    public static let spring = spring()

    /// An animation of constant speed with a duration in seconds.
    public static func linear(duration: Double) -> Animation {
      Animation(name: "linear", duration: duration)
    }

    /// An animation that starts slowly, with a duration in seconds.
    public static func easeIn(duration: Double) -> Animation {
      Animation(name: "easeIn", duration: duration)
    }

    /// An animation that ends slowly, with a duration in seconds.
    public static func easeOut(duration: Double) -> Animation {
      Animation(name: "easeOut", duration: duration)
    }

    /// An animation that starts and ends slowly, with a duration in seconds.
    public static func easeInOut(duration: Double) -> Animation {
      Animation(name: "easeInOut", duration: duration)
    }

    /// An animation that moves like a spring.
    public static func spring(
      response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
    ) -> Animation {
      Animation(name: "spring \(dampingFraction) \(blendDuration)", duration: response)
    }

    /// An animation that moves like a spring with given physical properties.
    public static func interpolatingSpring(
      mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Animation {
      Animation(
        name: "interpolating \(mass) \(stiffness) \(damping) \(initialVelocity)", duration: nil)
    }

    /// An animation that moves like a stiff spring, for values that a user drags.
    public static func interactiveSpring(
      response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Animation {
      Animation(name: "interactive \(dampingFraction) \(blendDuration)", duration: response)
    }
  }

  extension Send {
    /// Sends an action to the store, just like the call without an animation.
    public nonisolated(nonsending) func callAsFunction(
      _ action: sending Action, animation: Animation?
    ) async {
      await callAsFunction(action)
    }
  }

  extension Effect {
    /// Returns the effect unchanged.
    public func animation(_ animation: Animation? = .default) -> Effect { self }

    /// Sends one action.
    public static func send(_ action: Action, animation: Animation?) -> Effect { send(action) }
  }

  extension Store {
    /// Sends an action, just like the call without an animation.
    @discardableResult
    public func send(
      _ action: Action, animation: Animation?, isolation: isolated (any Actor)? = #isolation
    ) -> StoreTask {
      send(action, isolation: isolation)
    }
  }

  extension ViewStore {
    /// Sends an action, just like the call without an animation.
    @discardableResult
    public func send(
      _ action: ViewAction, animation: Animation?, isolation: isolated (any Actor)? = #isolation
    ) -> StoreTask {
      send(action, isolation: isolation)
    }
  }

  extension ButtonStateAction {
    /// Sends an action, just like the form without an animation.
    public static func send(_ action: Action?, animation: Animation?) -> Self { send(action) }
  }

  extension Scheduler {
    /// Returns the scheduler unchanged, as a dependency.
    public func animation(
      _ animation: Animation? = .default, isolation: (any Actor)? = #isolation
    ) -> AnyScheduler {
      (self as? AnyScheduler) ?? eraseToAnyScheduler(isolation: isolation)
    }
  }
#endif
