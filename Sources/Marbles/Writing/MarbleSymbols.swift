/// The symbols of the values of one timeline: those from the caller, and letters for the rest.
struct MarbleSymbols<Output: Hashable> {
  private(set) var table: [(symbol: String, value: Output)] = []
  private var symbols: [Output: String] = [:]
  private var owners: [String: Output] = [:]

  /// Assigns a symbol to every value. The caller's symbols are assigned first, wherever they occur,
  /// so that no letter takes one of them. Reserved symbols are not assigned.
  mutating func add(
    _ values: [Output], reserved: Set<String>, symbol: (Output) -> String?
  ) throws(MarbleTextError) {
    var rest: [Output] = []
    var known: Set<Output> = []
    for value in values where known.insert(value).inserted {
      if let own = symbol(value), isUsable(own), owners[own] == nil {
        owners[own] = value
        symbols[value] = own
      } else {
        rest.append(value)
      }
    }
    var letters = MarbleLetters().lazy.filter { [owners] letter in
      owners[letter] == nil && !reserved.contains(letter)
    }.makeIterator()
    for value in rest {
      guard let letter = letters.next() else { throw .values(limit: MarbleLetters.count) }
      symbols[value] = letter
      table.append((letter, value))
    }
  }

  func symbol(_ kind: Timeline<Output>.Kind) -> String {
    switch kind {
    case .value(let value):
      guard let symbol = symbols[value] else { preconditionFailure("a value without a symbol") }
      return symbol
    case .finished: return "|"
    case .failure: return "#"
    }
  }

  /// Returns whether a string is one symbol that reads as a value, at least between spaces.
  private func isUsable(_ symbol: String) -> Bool {
    guard symbol.count == 1, " \(symbol) ".count == 3 else { return false }
    var scanner = MarbleScanner(symbol)
    guard case .value? = scanner.next() else { return false }
    return true
  }
}
