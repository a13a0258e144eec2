import Reactive

extension Reducer {
  /// Writes Chrome trace events, for the trace viewer of a browser: the duration of each action,
  /// and the times at which effects started, sent actions and ended.
  ///
  /// It replaces TCA's `signpost`, which needs an instrument that Linux does not have.
  public func instrument(_ prefix: String = "", into trace: ChromeTrace) -> some Reducer<
    State, Action
  > {
    InstrumentedReducer(base: self, prefix: prefix.isEmpty ? "" : "[\(prefix)] ", trace: trace)
  }
}

/// Collected trace events. Their text is a file for `chrome://tracing` or Perfetto.
///
/// It belongs to the isolation of the store that it observes.
public final class ChromeTrace {
  private var lines: [String] = []
  private var effectCount = 0
  private let now: () -> Duration

  /// Creates a trace whose times are the results of `now`, counted from any origin.
  public init(now: @escaping () -> Duration) {
    self.now = now
  }

  /// Creates a trace whose times are counted by the system's clock from the creation of the trace.
  public convenience init() {
    let start = ContinuousClock.now
    self.init(now: { ContinuousClock.now - start })
  }

  /// All events so far, as a JSON array.
  public var text: String { "[\n" + lines.joined(separator: ",\n") + "\n]\n" }

  /// The time in microseconds, with nanoseconds as three decimals.
  func time() -> String {
    let nanoseconds = now().wholeNanoseconds
    let fraction = String(nanoseconds % 1000)
    return "\(nanoseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  func nextEffect() -> Int {
    effectCount += 1
    return effectCount
  }

  func add(_ name: String, _ category: String, phase: String, at time: String, _ rest: String = "")
  {
    lines.append(
      """
      {"name":\(Self.quoted(name)),"cat":"\(category)","ph":"\(phase)","ts":\(time),\
      "pid":1,"tid":1\(rest)}
      """)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case _ where scalar.value < 0x20: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

private struct InstrumentedReducer<Base: Reducer>: Reducer {
  let base: Base
  let prefix: String
  let trace: ChromeTrace

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    _prepared().run(&state, action)
  }

  func _prepared() -> PreparedReducer<Base.State, Base.Action> {
    let (run, prefix, trace) = (base._prepared().run, prefix, trace)
    return PreparedReducer { state, action in
      let name = prefix + Dump.line(action)
      trace.add(name, "action", phase: "B", at: trace.time())
      let effect = run(&state, action)
      trace.add(name, "action", phase: "E", at: trace.time())
      return effect.traced(name, prefix, trace)
    }
  }
}

extension Effect {
  /// Returns the effect with its start, its actions and its end traced.
  fileprivate func traced(_ name: String, _ prefix: String, _ trace: ChromeTrace) -> Effect {
    if isNone { return self }
    return Effect { job, outlet in
      let id = ",\"id\":\(trace.nextEffect())"
      trace.add(name, "effect", phase: "b", at: trace.time(), id)
      job.onOver { trace.add(name, "effect", phase: "e", at: trace.time(), id) }
      job.begin(
        self,
        receive: { action in
          trace.add(prefix + Dump.line(action), "effect", phase: "n", at: trace.time(), id)
          outlet.receive(action)
        }, finish: outlet.finish)
    }
  }
}
