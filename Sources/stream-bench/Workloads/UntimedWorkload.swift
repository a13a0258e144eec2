import Reactive
import Values

/// Three operators without a clock over a list.
struct UntimedWorkload: TypedWorkload {
  static let name = "P1"
  static let summary = "a list of ints, untimed: '$0 * 2', '$0 % 3 == 0', and a sum by 'reduce'"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let item = "int"
  static let goal: Goal? = Goal(target: 4, atWorst: 15)

  private let numbers: [Int64]
  private let text: [UInt8]

  init(size: Int) {
    numbers = (0..<size).map { Int64($0) &* 7919 % 100_003 }
    text = Self.text(of: numbers)
  }

  var count: Int { numbers.count }

  func engine() throws -> Pass {
    try play(text, name: Self.name)
  }

  func publishers() -> Pass {
    play { _ in
      numbers.publisher.map { $0 * 2 }.filter { $0 % 3 == 0 }.reduce(0) { $0 + $1 }
    }
  }

  func plain() -> Pass {
    let (time, checksum) = measured {
      var total: Int64 = 0
      for number in numbers {
        let double = number * 2
        if double % 3 == 0 { total += double }
      }
      var checksum = Checksum()
      checksum.add(total, at: 0)
      checksum.add(0)
      return checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }

  private static func text(of numbers: [Int64]) -> [UInt8] {
    var text = ByteBuffer(capacity: numbers.count * 7 + 256)
    text.append(#"{"sequence":["# as StaticString)
    for (index, number) in numbers.enumerated() {
      if index > 0 { text.append("," as StaticString) }
      text.appendDecimal(number)
    }
    text.append(
      #"""
      ],"operators":[{"map":{"expression":"$0 * 2"}},{"filter":{"expression":"$0 % 3 == 0"}},
      {"reduce":{"initialValue":0,"expression":"$0 + $1"}}]}
      """# as StaticString)
    return text.bytes
  }
}
