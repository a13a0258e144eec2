import Expressions
import Values

extension Plan {
  /// The fields that a playing reads of an input's records; nil if it needs whole records. It needs
  /// them whole wherever anything but an expression takes them: what is printed, collected or compared
  /// is all of a record.
  func fieldsRead(ofInput number: Int, outputs: [Int]) -> Set<Text>? {
    let input = inputs[number]
    // Records that wait to be put in order are kept whole.
    guard input.hold == nil else { return nil }
    var fields: Set<Text> = []
    if let time = input.time {
      guard let read = time.fieldsRead else { return nil }
      fields = read
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

  /// The nodes that take in each node.
  private var consumers: [Int: [Int]] {
    var consumers: [Int: [Int]] = [:]
    for (index, node) in nodes.enumerated() {
      for input in node.inputs + node.inner { consumers[input, default: []].append(index) }
    }
    return consumers
  }
}
