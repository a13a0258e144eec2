import Expressions
import Tracing
import Values

extension StreamSource<Value> {
  /// Begins the site of a model's source in traces; returns nil for a source that plays another
  /// stream unchanged.
  func site(at place: ExpressionPlace, in tracer: TraceBuilder) -> Int? {
    let (name, parameters): (String, String)
    switch self {
    case .from, .upstream: return nil
    case .append: return combined("append", .mixed, at: place, in: tracer)
    case .merge: return combined("merge", .mixed, at: place, in: tracer)
    case .zip: return combined("zip", at: place, in: tracer)
    case .combineLatest: return combined("combineLatest", at: place, in: tracer)
    case .stream: (name, parameters) = ("stream", "")
    case .sequence(.values(let values)): (name, parameters) = ("sequence", "\(Value.array(values))")
    case .sequence(.listed(let list)):
      // For a long list, only the beginning is shown.
      (name, parameters) = ("sequence", "\(Value.array(list.prefix(100)))")
    case .sequence(.expression(let text)): (name, parameters) = ("sequence", text)
    case .marbles(let marbles): (name, parameters) = ("marbles", marbles.text)
    case .input(let input): (name, parameters) = ("input", input.name)
    case .cron(let cron): (name, parameters) = ("cron", cron.fields)
    }
    return tracer.begin(
      .source, name, parameters.onOneLine.shortened(to: Trace.Stage.longestParameters),
      at: place.appending(Text(name)))
  }

  private func combined(
    _ name: String, _ emission: Trace.Stage.Emission = .made, at place: ExpressionPlace,
    in tracer: TraceBuilder
  ) -> Int {
    tracer.begin(.operator, name, emission: emission, at: place.appending(Text(name)))
  }
}

extension ExpressionPlace {
  fileprivate func appending(_ key: Text) -> ExpressionPlace {
    ExpressionPlace(document: document, path: path.appending(key))
  }
}
