import Expressions
import Reactive
import Values

/// The plan nodes for operators and sources.
extension CompileContext {
  func delay(_ upstream: Upstream, by seconds: Seconds) -> Upstream {
    if tracer != nil {
      // In traces, a stage has its own clock, which shows whose timers are pending.
      return stage(upstream, emitting: upstream.type) { upstream, place in
        upstream.delay(for: seconds.duration, scheduler: place.scheduler).eraseToAnyPublisher()
      }
    }
    return add(
      .delay(input: upstream.node, nanoseconds: seconds.nanoseconds), emitting: upstream.type
    ).lasting(upstream.extent)
  }

  func transform(
    _ upstream: Upstream, with transform: Transform, emitting type: ValueType
  ) -> Upstream {
    if let tolerance {
      return add(transform, to: upstream, tolerating: tolerance, emitting: type)
    }
    return add(.transform(input: upstream.node, transform), emitting: type)
  }

  /// Adds a stage that is a publisher of `Reactive` with these upstreams. `inner` are the streams
  /// that the stage subscribes to itself; each is built anew for every subscription.
  func stage(
    _ inputs: [Upstream], inner: [Upstream] = [], emitting type: ValueType,
    build: @escaping @Sendable ([Chain.Values], StagePlace) -> Chain.Values
  ) -> Upstream {
    let node = Plan.Node.stage(
      inputs: inputs.map(\.node), inner: inner.map(\.node),
      StagePlan(output: tolerance?.output, site: tracedSite, build: build))
    return add(node, emitting: type)
  }

  /// Adds a stage with the stream so far as its only upstream.
  func stage(
    _ upstream: Upstream, emitting type: ValueType,
    build: @escaping @Sendable (Chain.Values, StagePlace) -> Chain.Values
  ) -> Upstream {
    stage([upstream], emitting: type) { inputs, place in build(inputs[0], place) }
  }

  /// Adds a node for the values of a group, which an enclosing operator must provide.
  func group(emitting type: ValueType = .dyn) -> Upstream {
    let mistake = Diagnostic(
      .unknownName, "'\(StreamInput.groupName)' is not available here",
      hint: ContextRequirement.Subject.group.availabilityHint, at: here.path)
    add([ContextRequirement(subject: .group, mistake: mistake, document: document)])
    return add(.group, emitting: type)
  }

  /// Joins streams into one that emits their values unchanged.
  func join(_ inputs: [Upstream], as node: ([Int]) -> Plan.Node) -> Upstream {
    add(node(inputs.map(\.node)), emitting: .joined(inputs.map(\.type)))
  }

  /// Joins streams into one that emits arrays, each with one value of every stream.
  func zip(_ inputs: [Upstream]) -> Upstream {
    add(.zip(inputs.map(\.node)), emitting: .list(.joined(inputs.map(\.type))))
  }

  /// Joins streams into one that emits arrays of their latest values.
  func combineLatest(_ inputs: [Upstream]) -> Upstream {
    stage(inputs, emitting: .list(.joined(inputs.map(\.type)))) { inputs, _ in
      Publishers.CombineLatestMany(inputs).map(Value.array).eraseToAnyPublisher()
    }
  }
}
