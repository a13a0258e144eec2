import Composable

/// A client for facts about numbers.
struct NumberFacts: Sendable {
  var fact: @Sendable (Int) async throws -> String

  struct Unknown: Error, Equatable, CustomStringConvertible {
    let number: Int
    var description: String { "nothing is known of \(number)" }
  }
}

extension NumberFacts: DependencyKey {
  /// Facts that need no service, so that the program runs anywhere.
  static let liveValue = NumberFacts { number in
    guard number >= 0 else { throw Unknown(number: number) }
    return switch number {
    case 0: "0 is the number of things in an empty set"
    case 1: "1 divides every number"
    case _ where isSquare(number): "\(number) is a square"
    default: text(of: divisors(of: number), number)
    }
  }

  private static func isSquare(_ number: Int) -> Bool {
    let root = Int(Double(number).squareRoot().rounded())
    return root * root == number
  }

  private static func divisors(of number: Int) -> [Int] {
    (2..<max(3, min(number, 1000))).filter { $0 < number && number.isMultiple(of: $0) }
  }

  private static func text(of divisors: [Int], _ number: Int) -> String {
    guard let first = divisors.first else { return "\(number) is a prime, as far as one looks" }
    return "\(number) is \(first) times \(number / first)"
  }
}

extension DependencyValues {
  var numberFacts: NumberFacts {
    get { self[NumberFacts.self] }
    set { self[NumberFacts.self] = newValue }
  }
}
