/// A publisher that is being written: what it begins with, and the calls behind that.
final class SwiftChain {
  private var base = SwiftCode.atom("")
  private var calls: [SwiftCode] = []
  /// Whether what it begins with is an `AnyPublisher`.
  private var isErased = false

  /// Begins the chain.
  func start(_ base: SwiftCode, isErased: Bool = false) {
    (self.base, self.isErased, calls) = (base, isErased, [])
  }

  func add(_ call: SwiftCode) {
    calls.append(call)
  }

  /// The chain so far, as it is.
  var code: SwiftCode { calls.isEmpty ? base : .chain(base, calls) }

  /// The chain so far as an `AnyPublisher`.
  var result: SwiftCode {
    if isErased, calls.isEmpty { return base }
    return .chain(base, calls + [.call("eraseToAnyPublisher")])
  }
}
