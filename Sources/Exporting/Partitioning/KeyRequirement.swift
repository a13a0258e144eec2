package import Expressions
import Values

/// The requirement of an operator that all records of a key are in one part.
package struct KeyRequirement {
  /// The key of a kind of events, as a function of their records.
  package struct Branch {
    let key: SymbolicValue
    let records: Set<Int>

    package init(key: SymbolicValue, records: Set<Int>) {
      self.key = key
      self.records = records
    }
  }

  /// The name of the operator.
  let name: String
  let branches: [Branch]
  let place: ExpressionPlace
  /// The parameter with the key.
  let parameter: Text
}

/// Finds the keys by which inputs can be split, so that the requirements of all operators are met.
///
/// A part must have all records of each key of each operator. The key of a part must therefore be a
/// function of each operator's key, and the same function for all streams that the operator
/// receives. Records with the same key for the operator then have the same key of a part.
struct KeySolver {
  let requirements: [KeyRequirement]
  /// The inputs of the records, by number.
  let inputs: [String]

  /// The keys of inputs as functions of their records.
  typealias Keys = [String: SymbolicValue]

  /// Requirements that no keys of inputs meet together.
  struct Conflict: Error {
    let first: KeyRequirement
    /// The requirement that conflicts with the first one; nil if the first one cannot be met even
    /// alone.
    let second: KeyRequirement?
  }

  /// Returns the keys of all inputs that operators require to be split by a key.
  func solve() throws(Conflict) -> Keys {
    var keys: Keys = [:]
    for requirement in requirements where inputs(of: requirement).isDisjoint(with: keys.keys) {
      keys.merge(try solve(beginningWith: requirement)) { first, _ in first }
    }
    return keys
  }

  private func inputs(of requirement: KeyRequirement) -> Set<String> {
    Set(requirement.branches.flatMap { $0.records.map { inputs[$0] } })
  }

  /// Returns the requirements that share inputs with one another, directly or through others.
  private func related(to first: KeyRequirement) -> [KeyRequirement] {
    var known = inputs(of: first)
    while true {
      let found = requirements.filter { !inputs(of: $0).isDisjoint(with: known) }
      let all = found.reduce(into: known) { $0.formUnion(inputs(of: $1)) }
      if all == known { return found }
      known = all
    }
  }

  /// Tries the keys of the operators, and then the components of these keys.
  private func solve(beginningWith first: KeyRequirement) throws(Conflict) -> Keys {
    let related = related(to: first)
    var conflict: Conflict?
    for requirement in related {
      guard let branch = requirement.branches.first else { continue }
      for function in branch.key.components {
        var keys: Keys = [:]
        guard apply(function, to: requirement, &keys) else {
          conflict = conflict ?? Conflict(first: requirement, second: nil)
          continue
        }
        guard let unmet = extend(&keys, by: related) else { return keys }
        if conflict?.second == nil { conflict = Conflict(first: requirement, second: unmet) }
      }
    }
    throw conflict ?? Conflict(first: first, second: nil)
  }

  /// Uses a function of an operator's keys as the keys of its inputs. Returns false if that does
  /// not result in one key for each input.
  private func apply(
    _ function: SymbolicValue, to requirement: KeyRequirement, _ keys: inout Keys
  ) -> Bool {
    for branch in requirement.branches {
      let key = function.applied(to: branch.key)
      let records = key.records
      guard key.isKnown, records.count == 1, let record = records.first,
        branch.records.contains(record)
      else { return false }
      let own = key.replacing { _ in .record(0) }
      if let known = keys[inputs[record]], known != own { return false }
      keys[inputs[record]] = own
    }
    return true
  }

  /// Finds the keys of the other inputs. Returns a requirement that is not met, if there is one.
  private func extend(
    _ keys: inout Keys, by related: [KeyRequirement]
  ) -> KeyRequirement? {
    var waiting = related
    while !waiting.isEmpty {
      // Choose a requirement for which the key of some input is known.
      guard
        let index = waiting.firstIndex(where: { requirement in
          requirement.branches.contains { $0.records.contains { keys[inputs[$0]] != nil } }
        })
      else { return waiting[0] }
      let requirement = waiting.remove(at: index)
      guard
        let function = function(for: requirement, keys),
        meets(requirement, by: function, &keys)
      else { return requirement }
    }
    return nil
  }

  /// Returns the key of a part as a function of the operator's key; nil if there is none.
  private func function(for requirement: KeyRequirement, _ keys: Keys) -> SymbolicValue? {
    for branch in requirement.branches {
      for record in branch.records.sorted() {
        guard let key = keys[inputs[record]] else { continue }
        if let function = key.replacing({ _ in .record(record) }).function(of: branch.key) {
          return function
        }
      }
    }
    return nil
  }

  /// Returns whether a function of the operator's key is the key of the part for all kinds of
  /// events.
  private func meets(
    _ requirement: KeyRequirement, by function: SymbolicValue, _ keys: inout Keys
  ) -> Bool {
    for branch in requirement.branches {
      let result = function.applied(to: branch.key)
      // A function that preserves the equality of strings may not preserve that of numbers
      // elsewhere.
      guard result.isKnown, result.records.count == 1, let record = result.records.first,
        branch.records.contains(record), result.function(of: branch.key) != nil
      else { return false }
      let own = result.replacing { _ in .record(0) }
      guard let known = keys[inputs[record]] else {
        keys[inputs[record]] = own
        continue
      }
      if known != own { return false }
    }
    return true
  }
}
