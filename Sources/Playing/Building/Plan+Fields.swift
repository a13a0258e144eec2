import Checking
import Expressions
import Values

extension Plan {
  /// The fields of an input's records that a playback reads; nil if it needs whole records. Whole
  /// records are needed wherever anything other than an expression receives them: a record is
  /// printed, collected or compared as a whole.
  func fieldsRead(ofInput number: Int, outputs: [Int]) -> Set<Text>? {
    let input = inputs[number]
    // Records that wait to be reordered are stored whole.
    guard input.hold == nil, input.lateOutput == nil else { return nil }
    var fields: Set<Text> = []
    for expression in [input.time, input.require].compactMap(\.self) {
      guard let read = expression.fieldsRead else { return nil }
      fields.formUnion(read)
    }
    var waiting = nodes.indices.filter { index in
      if case .input(number) = nodes[index] { true } else { false }
    }
    let consumers = consumers
    while let node = waiting.popLast() {
      guard !outputs.contains(node) else { return nil }
      for consumer in consumers[node] ?? [] {
        guard case .transform(_, let transform) = nodes[consumer],
          let read = transform.use.fields
        else { return nil }
        fields.formUnion(read)
        if !transform.use.isEnd { waiting.append(consumer) }
      }
    }
    return fields
  }

  /// The downstream nodes of each node.
  private var consumers: [Int: [Int]] {
    var consumers: [Int: [Int]] = [:]
    for (index, node) in nodes.enumerated() {
      for input in node.inputs + node.inner { consumers[input, default: []].append(index) }
    }
    return consumers
  }
}
