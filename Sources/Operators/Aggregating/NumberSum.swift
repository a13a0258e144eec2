import Values

/// The sum and the mean of numbers. A sum of ints is an int; a sum with doubles is compensated.
struct NumberSum: Codable {
  private var int: Int64 = 0
  private var double = 0.0
  /// The rounding error of the sum of doubles.
  private var compensation = 0.0
  private var hasDouble = false
  private var count = 0

  init() {}

  func overflows(adding value: Value) -> Bool {
    guard case .int(let number) = value else { return false }
    return int.addingReportingOverflow(number).overflow
  }

  /// Adds a number, which does not overflow.
  mutating func add(_ value: Value) {
    count += 1
    switch value {
    case .int(let number): int &+= number
    case .double(let number):
      hasDouble = true
      add(number)
    default: break
    }
  }

  /// Neumaier's summation.
  private mutating func add(_ number: Double) {
    let sum = double + number
    compensation +=
      abs(double) >= abs(number) ? (double - sum) + number : (number - sum) + double
    double = sum
  }

  /// Adds another sum. Returns false if ints overflow.
  mutating func merge(_ other: NumberSum) -> Bool {
    let (sum, isOver) = int.addingReportingOverflow(other.int)
    if isOver { return false }
    int = sum
    if other.hasDouble {
      hasDouble = true
      add(other.double)
      compensation += other.compensation
    }
    count += other.count
    return true
  }

  private var total: Double {
    // The error of an infinite sum is not a number.
    double.isFinite ? Double(int) + (double + compensation) : double
  }

  var value: Value { hasDouble ? .double(total) : .int(int) }

  var mean: Value { count == 0 ? .null : .double(total / Double(count)) }
}

/// The number, the mean, and the sum of the squared distances from the mean (Welford, Chan).
struct Moments: Codable {
  private var count = 0
  private var mean = 0.0
  private var squares = 0.0

  init() {}

  mutating func add(_ number: Double) {
    count += 1
    let distance = number - mean
    mean += distance / Double(count)
    squares += distance * (number - mean)
  }

  mutating func merge(_ other: Moments) {
    guard other.count > 0 else { return }
    guard count > 0 else {
      self = other
      return
    }
    let all = Double(count + other.count)
    let distance = other.mean - mean
    squares += other.squares + distance * distance * Double(count) * Double(other.count) / all
    mean += distance * Double(other.count) / all
    count += other.count
  }

  func result(of kind: AggregateKind) -> Value {
    let isSample = kind == .stddev || kind == .variance
    guard count > (isSample ? 1 : 0) else { return .null }
    let variance = squares / Double(isSample ? count - 1 : count)
    return .double(kind == .stddev || kind == .stddevPop ? variance.squareRoot() : variance)
  }
}
