import Checking
package import Playing
package import Reactive
package import Records
import StreamModels

/// The inputs of a sweep, decoded once.
package struct KeptInputs: Sendable {
  private let records: [String: KeptRecords]

  /// Reads the inputs of a program that are bound. Returns nil if their records would take more
  /// memory than a limit.
  package init?(
    _ bindings: InputBindings, of program: Program, memory: Int
  ) throws(InputError) {
    var records: [String: KeptRecords] = [:]
    var left = memory
    for input in program.plan.inputsInUse {
      let name = input.source.name
      guard let binding = bindings.bindings[name] else { continue }
      guard
        let kept = try KeptRecords(
          binding, format: input.source.records, stop: bindings.stop, memory: left)
      else { return nil }
      left -= kept.byteCount
      records[name] = kept
    }
    self.records = records
  }

  /// The values of the records by the names of inputs, without bad records.
  package var values: Shrinker.Records { records.mapValues(\.values) }

  /// The bindings of one playback.
  package func bindings(until end: Instant) -> InputBindings {
    InputBindings(records.mapValues(\.binding)).lasting(until: end)
  }

  /// Returns bindings in which the records that are kept take the place of their origins.
  package func replacing(_ bindings: InputBindings) -> InputBindings {
    var bindings = bindings
    for (name, kept) in records { bindings.bindings[name] = kept.binding }
    return bindings
  }
}
