import TestSupport
import Values

/// Parameters at random, for every operator that random pipelines are made of.
extension OracleOperator {
  typealias Maker = @Sendable (inout RandomPipeline, RandomPipeline.Place) -> [Member]

  static let makers: [String: Maker] = timingMakers.merging(valueMakers) { first, _ in first }
    .merging(streamMakers) { first, _ in first }

  private static let timingMakers: [String: Maker] = [
    "delay": { pipeline, _ in [.init("seconds", pipeline.seconds())] },
    "debounce": { pipeline, _ in
      [.init("seconds", pipeline.seconds())]
        + (pipeline.random.oneIn(2) ? [] : [.init("atEnd", "emit")])
    },
    "throttle": { pipeline, _ in
      [.init("seconds", pipeline.seconds())] + pipeline.flag("latest") + pipeline.flag("trailing")
    },
    "audit": { pipeline, _ in [.init("seconds", pipeline.seconds())] },
    "timeout": { pipeline, _ in [.init("seconds", pipeline.seconds())] },
    "measureInterval": { _, _ in [] },
    "sample": { pipeline, place in
      place.depth > 0 && pipeline.random.oneIn(2)
        ? [.init("stream", pipeline.input(at: place))]
        : [.init("seconds", pipeline.period())]
    },
    "collect": { pipeline, _ in
      switch pipeline.random.below(5) {
      case 0: []
      case 1: [.init("count", pipeline.count(least: 1))]
      case 2: [.init("gap", pipeline.seconds())]
      case 3: [.init("seconds", pipeline.period()), .init("every", pipeline.period())]
      default: [.init("seconds", pipeline.period())]
      }
    },
  ]

  private static let valueMakers: [String: Maker] = [
    "map": value, "compactMap": value,
    "scan": accumulation,
    "reduce": accumulation,
    "replaceNil": { pipeline, _ in [.init("with", pipeline.value())] },
    "filter": condition, "dropWhile": condition, "prefixWhile": condition, "allSatisfy": condition,
    "first": perhapsCondition, "last": perhapsCondition,
    "removeDuplicates": { pipeline, _ in
      pipeline.perhaps("expression", OracleExpressions.comparisons)
    },
    "distinct": { pipeline, _ in pipeline.perhaps("expression", OracleExpressions.keys) },
    "dropFirst": { pipeline, _ in [.init("count", pipeline.count())] },
    "prefix": { pipeline, _ in [.init("count", pipeline.count())] },
    "ignoreOutput": { _, _ in [] }, "count": { _, _ in [] }, "pairwise": { _, _ in [] },
    "materialize": { _, _ in [] }, "min": { _, _ in [] }, "max": { _, _ in [] },
    "replaceEmpty": { pipeline, _ in [.init("with", pipeline.value())] },
    "replaceError": { pipeline, _ in [.init("with", pipeline.value())] },
    "contains": { pipeline, place in
      pipeline.random.oneIn(2)
        ? [.init("value", pipeline.value())] : condition(&pipeline, place)
    },
    "fail": { pipeline, place in
      [.init("error", "failed")]
        + (pipeline.random.oneIn(6) ? [] : condition(&pipeline, place))
    },
  ]

  private static let streamMakers: [String: Maker] = [
    "append": streams, "prepend": streams, "merge": streams, "zip": streams,
    "combineLatest": streams, "race": streams,
    "withLatestFrom": stream, "dropUntilOutput": stream, "prefixUntilOutput": stream,
    "concatMap": outer, "switchMap": outer, "exhaustMap": outer,
    "flatMap": { pipeline, place in
      outer(&pipeline, place)
        + (pipeline.random.oneIn(2) ? [] : [.init("maxPublishers", pipeline.count(least: 1))])
    },
    "catch": { pipeline, place in
      [.init("stream", pipeline.input(at: place.shallow, with: "error"))]
    },
    "retry": repetition, "repeat": repetition,
    "groupBy": { pipeline, place in
      let key = Member("key", pipeline.expression(OracleExpressions.keys))
      var inner = place.shallow.with("key")
      if pipeline.random.oneIn(2) {
        // What comes at the end shows in which order the groups end.
        let last: [Value] = pipeline.random.oneIn(3) ? [["last": [:]]] : []
        return [key, .init("operators", .array(pipeline.operators(at: inner, atMost: 3) + last))]
      }
      inner.hasGroup = true
      return [key, .init("stream", pipeline.input(at: inner))]
    },
  ]

  private static let value: Maker = { pipeline, place in
    [
      .init(
        "expression",
        pipeline.expression(OracleExpressions.mappings, OracleExpressions.mappings(of:), place))
    ]
  }

  private static let condition: Maker = { pipeline, place in
    [
      .init(
        "expression",
        pipeline.expression(OracleExpressions.conditions, OracleExpressions.conditions(of:), place))
    ]
  }

  private static let perhapsCondition: Maker = { pipeline, _ in
    pipeline.perhaps("expression", OracleExpressions.conditions)
  }

  private static let accumulation: Maker = { pipeline, _ in
    [
      .init("initialValue", pipeline.value()),
      .init("expression", pipeline.expression(OracleExpressions.accumulations)),
    ]
  }

  private static let streams: Maker = { pipeline, place in
    [.init("streams", pipeline.inputs(at: place.shallow))]
  }

  private static let stream: Maker = { pipeline, place in
    [.init("stream", pipeline.input(at: place.shallow))]
  }

  private static let outer: Maker = { pipeline, place in
    [.init("stream", pipeline.input(at: place.shallow, with: "outer"))]
  }

  /// Without a count only with waits, so that time goes on.
  private static let repetition: Maker = { pipeline, _ in
    let waits: Value =
      switch pipeline.random.below(3) {
      case 0: .array((0..<1 + pipeline.random.below(3)).map { _ in pipeline.seconds() } + [1])
      case 1: pipeline.period()
      default: .null
      }
    let delay = waits == .null ? [] : [Member("delay", waits)]
    let isEndless = waits != .null && pipeline.random.oneIn(4)
    return (isEndless ? [] : [.init("count", pipeline.count())]) + delay
  }
}

extension RandomPipeline.Place {
  /// Where the streams stand that an operator takes in: no deeper than there is room for.
  var shallow: Self {
    var place = self
    place.depth = max(1, depth)
    return place
  }
}

extension RandomPipeline {
  fileprivate mutating func flag(_ name: String) -> [Member] {
    random.oneIn(2) ? [] : [.init(name, .bool(random.oneIn(2)))]
  }

  fileprivate mutating func perhaps(
    _ name: String, _ table: OracleExpressions.Table
  ) -> [Member] {
    random.oneIn(2) ? [] : [.init(name, expression(table))]
  }

  fileprivate mutating func count(least: Int = 0) -> Value { .int(Int64(least + random.below(3))) }

  /// A time that is not zero.
  fileprivate mutating func period() -> Value { [1, 1, 2, 3][random.below(4)] }
}
