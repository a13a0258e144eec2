package import Values

/// The state that a step stores from one value to the next, in a form that can be saved.
///
/// It is a class and not a protocol: a run has one reference to it, and each of a million keys may
/// have a run.
package class StepMemory {
  var saved: Value { preconditionFailure("a memory of nothing") }

  /// Restores a saved state. Returns false if it is not the state of such a step.
  func restore(_ saved: Value) -> Bool { preconditionFailure("a memory of nothing") }

  /// The states of the steps that share this memory.
  var savedSteps: [Value] { [saved] }

  /// Restores them. Returns false if they are the states of other steps.
  func restore(steps: [Value]) -> Bool { steps.count == 1 && restore(steps[0]) }
}

/// The saved states of the steps of one run.
struct StepStates: Codable {
  /// One for each step that has a state.
  let each: [Value]
  /// Whether they were saved by version 1 of checkpoints, as one state for all steps.
  let isWhole: Bool

  init(_ each: [Value]) {
    (self.each, isWhole) = (each, false)
  }

  private enum CodingKeys: CodingKey {
    case each
  }

  init(from decoder: any Decoder) throws {
    if case .array(let whole) = try Value(from: decoder) {
      (each, isWhole) = (whole, true)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    (each, isWhole) = (try container.decode([Value].self, forKey: .each), false)
  }

  /// Without states, it is an empty list.
  func encode(to encoder: any Encoder) throws {
    guard !each.isEmpty else { return try each.encode(to: encoder) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(each, forKey: .each)
  }
}

/// The state of one run of a transform, in one variable.
package final class StepState<Memory: SavableMemory>: StepMemory {
  /// Unchecked, because no foreign code runs while it changes.
  @exclusivity(unchecked) @usableFromInline var memory: Memory

  /// The state. Inlinable, because other modules would check each access to a stored property.
  @inlinable package var value: Memory {
    get { unsafe memory }
    _modify { yield unsafe &memory }
  }

  package init(_ value: Memory) {
    unsafe memory = value
  }

  override var saved: Value { value.saved }

  override func restore(_ saved: Value) -> Bool {
    guard let memory = Memory(saved: saved) else { return false }
    value = memory
    return true
  }
}

/// The states of several steps.
final class StepMemories: StepMemory {
  private let memories: [StepMemory]

  init(_ memories: [StepMemory]) {
    self.memories = memories
  }

  override var savedSteps: [Value] { memories.map(\.saved) }

  override func restore(_ saved: Value) -> Bool {
    guard case .array(let steps) = saved else { return false }
    return restore(steps: steps)
  }

  override func restore(steps: [Value]) -> Bool {
    steps.count == memories.count && zip(memories, steps).allSatisfy { $0.restore($1) }
  }
}

/// A state that can be saved as a value.
package protocol SavableMemory: Sendable {
  var saved: Value { get }
  init?(saved: Value)
}

extension Value: SavableMemory {
  package var saved: Value { self }
  package init?(saved: Value) { self = saved }
}

extension Bool: SavableMemory {
  package var saved: Value { .bool(self) }

  package init?(saved: Value) {
    guard case .bool(let bool) = saved else { return nil }
    self = bool
  }
}

extension Int: SavableMemory {
  package var saved: Value { .int(Int64(self)) }

  package init?(saved: Value) {
    guard case .int(let int) = saved else { return nil }
    self.init(exactly: int)
  }
}

/// Saved as a list with at most one value, so that nil and null stay distinct.
extension Optional: SavableMemory where Wrapped == Value {
  package var saved: Value { .array(map { [$0] } ?? []) }

  package init?(saved: Value) {
    guard case .array(let values) = saved, values.count <= 1 else { return nil }
    self = values.isEmpty ? .none : .some(values[0])
  }
}

/// Saved in the order of the values' JSON texts, which does not depend on hashes.
extension Set<EquivalentValue>: SavableMemory {
  package var saved: Value {
    let texts = map { (text: JSONWriter.text(of: $0.value), value: $0.value) }
    return .array(texts.sorted { $0.text.lexicographicallyPrecedes($1.text) }.map(\.value))
  }

  package init?(saved: Value) {
    guard case .array(let values) = saved else { return nil }
    self.init(values.map(EquivalentValue.init))
  }
}
