import Values

extension FunctionTable {
  static let math: [Function] = [
    Function(
      "math.greatest", "Returns the greatest of its arguments, or of a list of numbers.",
      .init("math.greatest(1, 2.5, 2)", returns: "2.5"),
      .init("math.greatest([3, 7])", returns: "7"),
      overloads: extremes(named: "math.greatest", sign: .greater)),
    Function(
      "math.least", "Returns the least of its arguments, or of a list of numbers.",
      .init("math.least(1, 2.5, 2)", returns: "1"), .init("math.least([3, 7])", returns: "3"),
      overloads: extremes(named: "math.least", sign: .less)),
    rounding("math.ceil", "Rounds a double up.", "math.ceil(1.2)", "2.0", .up),
    rounding("math.floor", "Rounds a double down.", "math.floor(1.8)", "1.0", .down),
    Function(
      "math.round",
      "Rounds to the nearest whole number, or to decimal places; halves away from zero.",
      .init("math.round(2.5)", returns: "3.0"), .init("math.round(2.345, 2)", returns: "2.35"),
      .init("math.round(1250, -2)", returns: "1300.0"),
      overloads: [
        ofDouble { .double($0.rounded(.toNearestOrAwayFromZero)) },
        Overload(
          isMember: false, parameters: [.number, .init(.int)], result: { _ in .double },
          body: .two { (number, places) throws(EvaluationFailure) in
            let number = number.runtimeKind == .int ? Double(try number.int()) : try number.double()
            return .double(rounded(number, toPlaces: try places.int()))
          }),
      ]),
    rounding(
      "math.trunc", "Removes the fraction of a double.", "math.trunc(-1.8)", "-1.0", .towardZero),
    Function(
      "math.abs", "Returns the absolute value of a number.", .init("math.abs(-2)", returns: "2"),
      .init("math.abs(-2.5)", returns: "2.5"),
      overloads: [
        ofInt { (number) throws(EvaluationFailure) in
          .int(number < 0 ? try Int64.negation(number) : number)
        },
        ofDouble { .double(abs($0)) },
      ]),
    Function(
      "math.sign", "Returns -1, 0 or 1 for a number that is negative, zero or positive.",
      .init("math.sign(-7)", returns: "-1"), .init("math.sign(0.5)", returns: "1.0"),
      overloads: [
        ofInt { .int($0.signum()) },
        ofDouble { .double($0 > 0 ? 1 : $0 < 0 ? -1 : $0) },
      ]),
    Function(
      "math.sqrt", "Returns the square root of a number as a double; NaN for a negative number.",
      .init("math.sqrt(16)", returns: "4.0"), .init("math.isNaN(math.sqrt(-1))", returns: "true"),
      overloads: [
        ofInt(returns: .double) { .double(Double($0).squareRoot()) },
        ofDouble { .double($0.squareRoot()) },
      ]),
    test("math.isNaN", "Returns whether a double is not a number.", "math.isNaN(0.0 / 0.0)") {
      $0.isNaN
    },
    test("math.isInf", "Returns whether a double is infinite.", "math.isInf(-1.0 / 0.0)") {
      $0.isInfinite
    },
    test(
      "math.isFinite", "Returns whether a double is a number and not infinite.",
      "math.isFinite(1.5)"
    ) { $0.isFinite },
  ]

  private static func rounding(
    _ name: String, _ summary: String, _ example: String, _ result: String,
    _ rule: FloatingPointRoundingRule
  ) -> Function {
    Function(
      name, summary, .init(example, returns: result),
      overloads: [ofDouble { .double($0.rounded(rule)) }])
  }

  /// Rounds the decimal notation of a number, so that 2.345 becomes 2.35 although the double is a
  /// little less.
  private static func rounded(_ number: Double, toPlaces places: Int64) -> Double {
    let places = Int(max(-400, min(400, places)))
    // A number that does not fit has no digits there.
    guard number.isFinite, let digits = DecimalNumber("\(number)")?.scaled(byPowerOfTen: places)
    else { return number }
    return Double("\(digits)e\(-places)") ?? number
  }

  private static func ofInt(
    returns result: ValueType = .int,
    _ body: @escaping @Sendable (Int64) throws(EvaluationFailure) -> Value
  ) -> Overload {
    .function(
      .int, returns: result,
      body: .one { (value) throws(EvaluationFailure) in try body(try value.int()) })
  }

  private static func ofDouble(
    returns result: ValueType = .double, _ body: @escaping @Sendable (Double) -> Value
  ) -> Overload {
    .function(
      .double, returns: result,
      body: .one { (value) throws(EvaluationFailure) in body(try value.double()) })
  }

  private static func test(
    _ name: String, _ summary: String, _ example: String,
    _ property: @escaping @Sendable (Double) -> Bool
  ) -> Function {
    Function(
      name, summary, .init(example, returns: "true"),
      overloads: [ofDouble(returns: .bool) { .bool(property($0)) }])
  }

  /// Returns the overloads of `math.greatest` and `math.least`. If several numbers are equal, the
  /// first is returned.
  private static func extremes(named name: String, sign: ComparisonOperator) -> [Overload] {
    let body = Overload.Body.counted { (arguments, frame) throws(EvaluationFailure) in
      guard var best = arguments.first else {
        throw .invalid("'\(name)' needs a list that is not empty")
      }
      for argument in arguments {
        try frame.spend(1)
        guard argument.runtimeKind == .int || argument.runtimeKind == .double else {
          throw .arguments(function: name, [argument.runtimeKind])
        }
        let isBetter =
          sign == .less
          ? try Value.isLess(argument, best, &frame) : try Value.isGreater(argument, best, &frame)
        if isBetter { best = argument }
      }
      return best
    }
    let result = { @Sendable (types: [ValueType]) -> ValueType in
      types.dropFirst().reduce(types.first ?? .dyn) { $0.joined(with: $1) }
    }
    return [
      Overload(
        isMember: false, parameters: [.number], isVariadic: true, result: result, body: body),
      Overload(
        isMember: false, parameters: [.init(types: [.list(.int), .list(.double)])],
        result: { $0[0].elements },
        body: .counted { (arguments, frame) throws(EvaluationFailure) in
          guard case .counted(let compare) = body else { return .null }
          return try compare(try arguments[0].list(), &frame)
        }),
    ]
  }
}

extension FunctionTable {
  static let bits: [Function] = [
    bitwise("math.bitAnd", "Returns the bitwise AND of two ints.", "math.bitAnd(6, 3)", "2", &),
    bitwise("math.bitOr", "Returns the bitwise OR of two ints.", "math.bitOr(6, 3)", "7", |),
    bitwise(
      "math.bitXor", "Returns the bitwise exclusive OR of two ints.", "math.bitXor(6, 3)", "5", ^),
    Function(
      "math.bitNot", "Returns the bitwise complement of an int.",
      .init("math.bitNot(0)", returns: "-1"),
      overloads: [ofInt { .int(~$0) }]),
    shift(
      "math.bitShiftLeft", "Shifts the bits of an int to the left; those shifted out are lost.",
      "math.bitShiftLeft(1, 3)", "8"
    ) { $0 << $1 },
    shift(
      "math.bitShiftRight", "Shifts the bits of an int to the right, and fills in zeros.",
      "math.bitShiftRight(8, 2)", "2"
    ) { $0 >> $1 },
  ]

  private static func bitwise(
    _ name: String, _ summary: String, _ example: String, _ result: String,
    _ operation: @escaping @Sendable (Int64, Int64) -> Int64
  ) -> Function {
    Function(
      name, summary, .init(example, returns: result),
      overloads: [
        .function(
          .int, .int, returns: .int,
          body: .two { (left, right) throws(EvaluationFailure) in
            .int(operation(try left.int(), try right.int()))
          })
      ])
  }

  private static func shift(
    _ name: String, _ summary: String, _ example: String, _ result: String,
    _ operation: @escaping @Sendable (UInt64, Int64) -> UInt64
  ) -> Function {
    Function(
      name, summary, .init(example, returns: result),
      overloads: [
        .function(
          .int, .int, returns: .int,
          body: .two { (bits, distance) throws(EvaluationFailure) in
            let distance = try distance.int()
            guard distance >= 0 else {
              throw .invalid("found a distance of \(distance) for '\(name)', expected 0 or more")
            }
            let bits = UInt64(bitPattern: try bits.int())
            return .int(Int64(bitPattern: operation(bits, distance)))
          })
      ])
  }
}
