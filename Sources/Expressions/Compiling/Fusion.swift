import Values

/// Fuses operators with their operands into as few closures as possible.
///
/// Operands that are `$0`, a constant, or `$0` with an operator and a constant become part of the
/// closure. Any other operand is called.
enum Fusion {
  static func arithmetic<Operands: Routine>(
    _ operation: ArithmeticOperator, _ left: Operands, _ right: Operands
  ) -> Operands where Operands.Result: Arithmetic {
    var shape = Shape<Operands.Result>.other
    if case .first = left.shape, case .constant(let value) = right.shape {
      shape = .firstWith(operation, value)
    }
    return switch operation {
    case .add: fuse(Sum.self, left, right, shape: shape)
    case .subtract: fuse(Difference.self, left, right, shape: shape)
    case .multiply: fuse(Product.self, left, right, shape: shape)
    case .divide: fuse(Quotient.self, left, right, shape: shape)
    case .remainder: fuse(Remainder.self, left, right, shape: shape)
    }
  }

  static func comparison<Operands: Routine>(
    _ operation: ComparisonOperator, _ left: Operands, _ right: Operands
  ) -> BoolRoutine where Operands.Result: Arithmetic {
    switch operation {
    case .equal: fuse(Equal.self, left, right)
    case .notEqual: fuse(NotEqual.self, left, right)
    case .less: fuse(Less.self, left, right)
    case .lessOrEqual: fuse(LessOrEqual.self, left, right)
    case .greater: fuse(Greater.self, left, right)
    case .greaterOrEqual: fuse(GreaterOrEqual.self, left, right)
    }
  }

  @inline(__always)
  private static func fuse<Operation: BinaryOperation, Operands: Routine, Output: Routine>(
    _: Operation.Type, _ left: Operands, _ right: Operands, shape: Shape<Output.Result> = .other
  ) -> Output
  where
    Operation.Operand == Operands.Result, Operation.Result == Output.Result,
    Operands.Result: Arithmetic
  {
    typealias First = ArgumentTerm<FirstPosition, Operands.Result>
    typealias Second = ArgumentTerm<SecondPosition, Operands.Result>
    typealias Field = UnboxTerm<FieldTerm<ArgumentTerm<FirstPosition, Value>>, Operands.Result>
    switch (left.shape, right.shape) {
    case (.first, .constant(let value)):
      return Output(
        BinaryTerm<Operation, _, _>(left: First(), right: ConstantTerm(value: value)), shape: shape)
    case (.firstWith(let inner, let value), .constant(let second)):
      return fuse(Operation.self, inner, value, ConstantTerm(value: second))
    case (.first, .second):
      return Output(BinaryTerm<Operation, _, _>(left: First(), right: Second()), shape: shape)
    case (.second, .constant(let value)):
      return Output(
        BinaryTerm<Operation, _, _>(left: Second(), right: ConstantTerm(value: value)),
        shape: shape)
    case (.firstField(let site), .constant(let value)):
      return Output(
        BinaryTerm<Operation, _, _>(left: Field(site), right: ConstantTerm(value: value)),
        shape: shape)
    case (.firstField(let left), .firstField(let right)):
      return Output(
        BinaryTerm<Operation, _, _>(left: Field(left), right: Field(right)), shape: shape)
    case (_, .constant(let value)):
      return Output(
        BinaryTerm<Operation, _, _>(left: left, right: ConstantTerm(value: value)), shape: shape)
    case (.constant(let value), _):
      return Output(
        BinaryTerm<Operation, _, _>(left: ConstantTerm(value: value), right: right), shape: shape)
    default:
      return Output(BinaryTerm<Operation, _, _>(left: left, right: right), shape: shape)
    }
  }

  /// Fuses an operator whose left operand consists of `$0`, an operator and a constant.
  @inline(__always)
  private static func fuse<Operation: BinaryOperation, Right: Term, Output: Routine>(
    _: Operation.Type, _ inner: ArithmeticOperator, _ value: Operation.Operand, _ right: Right
  ) -> Output
  where
    Operation.Result == Output.Result, Right.Result == Operation.Operand,
    Operation.Operand: Arithmetic
  {
    let first = ArgumentTerm<FirstPosition, Operation.Operand>()
    let constant = ConstantTerm(value: value)
    return switch inner {
    case .add: outer(Operation.self, BinaryTerm<Sum, _, _>(left: first, right: constant), right)
    case .subtract:
      outer(Operation.self, BinaryTerm<Difference, _, _>(left: first, right: constant), right)
    case .multiply:
      outer(Operation.self, BinaryTerm<Product, _, _>(left: first, right: constant), right)
    case .divide:
      outer(Operation.self, BinaryTerm<Quotient, _, _>(left: first, right: constant), right)
    case .remainder:
      outer(Operation.self, BinaryTerm<Remainder, _, _>(left: first, right: constant), right)
    }
  }

  @inline(__always)
  private static func outer<Operation: BinaryOperation, Left: Term, Right: Term, Output: Routine>(
    _: Operation.Type, _ left: Left, _ right: Right
  ) -> Output
  where
    Left.Result == Operation.Operand, Right.Result == Operation.Operand,
    Operation.Result == Output.Result
  {
    Output(BinaryTerm<Operation, Left, Right>(left: left, right: right))
  }
}

extension UnboxTerm where Source == FieldTerm<ArgumentTerm<FirstPosition, Value>> {
  /// Creates the term of a field of `$0`.
  init(_ site: FieldSite) {
    self.init(source: FieldTerm(base: ArgumentTerm(), site: site))
  }
}
