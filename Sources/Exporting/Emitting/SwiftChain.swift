/// A publisher that is being written: the publisher that it begins with, and the calls after that.
///
/// A long chain is written in parts, each of which is a constant. The Swift compiler checks an
/// expression as a whole, which takes it more than twice as long for twice as many calls.
package final class SwiftChain {
  private static let longest = 5

  private let function: SwiftFunction
  /// The chain of which this one is an element, and which contains the parts.
  private let enclosing: SwiftChain?
  private var parts: [SwiftCode] = []
  private var base = SwiftCode.atom("")
  private var calls: [SwiftCode] = []
  /// Whether the publisher that it begins with is an `AnyPublisher`.
  private var isErased = false

  init(in function: SwiftFunction, elementOf enclosing: SwiftChain? = nil) {
    self.function = function
    self.enclosing = enclosing
  }

  /// Whether it is only a name.
  var isShort: Bool {
    if case .atom = base { isErased && calls.isEmpty } else { false }
  }

  /// Begins the chain.
  func start(_ base: SwiftCode, isErased: Bool = false) {
    (self.base, self.isErased, calls) = (base, isErased, [])
  }

  func add(_ call: SwiftCode) {
    if calls.count >= Self.longest { endPart(code) }
    calls.append(call)
  }

  /// The chain so far, as it is.
  private var code: SwiftCode { calls.isEmpty ? base : .chain(base, calls) }

  /// The chain so far as an `AnyPublisher`.
  var result: SwiftCode {
    if isErased, calls.isEmpty { return base }
    return .chain(base, calls + [.call("eraseToAnyPublisher")])
  }

  /// The chain so far as an `AnyPublisher`, for use in another publisher.
  package var element: SwiftCode {
    if calls.count > 1 {
      endPart(result)
      isErased = true
    }
    return result
  }

  /// The statements, ending with the publisher.
  var body: [SwiftCode] {
    parts.isEmpty ? [result] : parts + [.statement("return", result)]
  }

  /// The return type of a closure with this body, as written after its parameters.
  var bodyType: String { parts.isEmpty ? "" : " -> \(SwiftStep.publisherType)" }

  /// Turns the chain so far into a constant.
  private func endPart(_ code: SwiftCode) {
    let name = function.nextPart()
    (enclosing ?? self).addPart(.statement("let \(name) =", code))
    start(.atom(name))
  }

  /// Adds a constant before the publisher, and returns the name of the constant.
  package func addConstant(_ code: SwiftCode) -> String {
    let name = function.nextPart()
    addPart(.statement("let \(name) =", code))
    return name
  }

  private func addPart(_ part: SwiftCode) {
    if let enclosing { enclosing.addPart(part) } else { parts.append(part) }
  }
}
