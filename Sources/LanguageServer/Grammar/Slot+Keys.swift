import Pipelines

extension Slot {
  /// The keys that the format has for an object here, in the order of the reference. Empty if
  /// authors choose the names.
  var keys: [StreamSchema.Key] {
    if case .group(_, let spec) = self { return StreamSchema.keys(of: spec) }
    return definition.flatMap { Self.keys[$0] } ?? []
  }

  /// The description of one of the keys.
  func key(_ name: String) -> StreamSchema.Key? { keys.first { $0.name == name } }

  /// The name of the object in the schema.
  private var definition: String? {
    switch self {
    case .model, .stream: "model"
    case .item: "item"
    case .declaration: "declaration"
    case .output: "output"
    case .test: "test"
    case .expectation: "timeline"
    case .event: "event"
    case .records: "records"
    case .lateness: "late"
    case .errorPolicy: "sideOutput"
    case .interval: "interval"
    case .repetition: "repetition"
    default: nil
    }
  }

  private static let keys: [String: [StreamSchema.Key]] = Dictionary(
    uniqueKeysWithValues: [
      "model", "item", "declaration", "output", "test", "timeline", "event", "records", "late",
      "sideOutput", "interval", "repetition",
    ].map { ($0, StreamSchema.keys(of: $0)) })
}
