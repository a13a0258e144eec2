import Values

/// A document with a timed stream and operators on it, and with `other`, which is the same stream a
/// tenth of a second later.
struct OperatorDocument {
  let kind: ItemKind
  let count: Int
  let operators: String

  var text: [UInt8] {
    var text = ByteBuffer(capacity: count * 180 + 256)
    text.append(#"{"definitions":{"other":{"stream":"# as StaticString)
    appendItems(offset: 100_000_000, to: &text)
    text.append(#"}},"stream":"# as StaticString)
    appendItems(offset: 0, to: &text)
    text.append(Array(#","operators":[\#(operators)]}"#.utf8))
    return text.bytes
  }

  /// Appends items at clustered times.
  private func appendItems(offset: Int64, to text: inout ByteBuffer) {
    let numbers = TimedNumbers(count: count)
    text.append("[" as StaticString)
    for index in 0..<count {
      if index > 0 { text.append(",\n" as StaticString) }
      text.append(#"{"value":"# as StaticString)
      switch kind {
      case .ints: text.appendDecimal(numbers.value(index))
      case .objects:
        text.append(#"{"id":"# as StaticString)
        text.appendDecimal(Int64(index))
        text.append(#","name":"a name","n":"# as StaticString)
        text.appendDecimal(numbers.value(index))
        text.append("}" as StaticString)
      }
      text.append(#","operators":[{"delay":{"seconds":"# as StaticString)
      text.appendSeconds(nanoseconds: numbers.delay(index) + (index == 0 ? offset : 0))
      text.append("}}]}" as StaticString)
    }
    text.append("]" as StaticString)
  }
}
