import Expressions
import Values

/// Where an operator compiles: the plan that it adds to, and its place in the document.
final class CompileContext {
  private(set) var plan = Plan()
  /// The place of the model, or of the operator in it, that is being compiled.
  private var path = DocumentPath()
  /// What the model takes in and nothing has asked for yet, in the order of its `references`.
  private var inputs: ArraySlice<Upstream> = []

  /// Begins with a model.
  func enter(_ path: DocumentPath, inputs: [Upstream]) {
    self.path = path
    self.inputs = inputs[...]
  }

  /// The place of a member of what is being compiled.
  func place(of key: Text) -> DocumentPath {
    path.appending(key)
  }

  /// The next streams that are taken in.
  func takeInputs(_ count: Int) -> [Upstream] {
    defer { inputs = inputs.dropFirst(count) }
    return Array(inputs.prefix(count))
  }

  /// Adds a node that gives values of a type.
  func add(_ node: Plan.Node, giving type: ValueType) -> Upstream {
    Upstream(node: plan.append(node), type: type)
  }

  func delay(_ upstream: Upstream, by seconds: Seconds) -> Upstream {
    add(
      .delay(input: upstream.node, nanoseconds: seconds.nanoseconds), giving: upstream.type)
  }

  func transform(
    _ upstream: Upstream, with transform: Transform, giving type: ValueType
  ) -> Upstream {
    add(.transform(input: upstream.node, transform), giving: type)
  }

  /// Joins streams whose values come out as they are.
  func join(_ inputs: [Upstream], as node: ([Int]) -> Plan.Node) -> Upstream {
    add(node(inputs.map(\.node)), giving: .joined(inputs.map(\.type)))
  }

  /// Joins streams whose values come out as arrays.
  func zip(_ inputs: [Upstream]) -> Upstream {
    add(.zip(inputs.map(\.node)), giving: .list(.joined(inputs.map(\.type))))
  }

  /// Applies operators in order. After a mistake it goes on to the next operator, which then knows
  /// nothing of its values, so that all mistakes are found.
  func apply(
    _ operators: [Operator], to upstream: Upstream, collecting diagnostics: inout Diagnostics
  ) -> Upstream {
    let place = path
    defer { path = place }
    var upstream = upstream
    for (index, next) in operators.enumerated() {
      path = place + [.key("operators"), .index(index), .key(Text(next.spec.name))]
      let rest = inputs.dropFirst(next.definition.inputs.count)
      defer { inputs = rest }
      do throws(Diagnostics) {
        upstream = try next.definition.apply(to: upstream, in: self)
      } catch {
        diagnostics.append(contentsOf: error)
        upstream = upstream.unknown
      }
    }
    return upstream
  }
}

// MARK: - Expressions

extension CompileContext {
  /// Parses and checks the expression of a parameter.
  func check(
    _ text: String, in scope: Scope, as requirement: CheckedExpression.Requirement = .anything,
    at parameter: Text
  ) throws(Diagnostics) -> CheckedExpression {
    do throws(ExpressionErrors) {
      return try CheckedExpression(text, in: scope, as: requirement)
    } catch {
      throw Diagnostics(
        error.errors.map { Diagnostic($0, in: scope, at: path + [.key(parameter)]) })
    }
  }

  /// Checks an expression that makes its next `$0` of the last one and `$1`, and finds a type that
  /// holds for all of them.
  func checkAccumulation(
    _ text: String, initialValue: Value, of type: ValueType, at parameter: Text
  ) throws(Diagnostics) -> (CheckedExpression, ValueType) {
    let initialType = ValueType.of(initialValue)
    do throws(Diagnostics) {
      let first = try check(text, in: .pair(initialType, type), at: parameter)
      if first.type == initialType { return (first, initialType) }
    } catch {
      // What is wrong with the first value may be right with all others, as in
      // `$0 == null ? $1 : $0 + $1`.
    }
    // The result is of another type than the first value: nothing is known but what always holds.
    let checked = try check(text, in: .pair(.dyn, type), at: parameter)
    return (checked, checked.type)
  }
}
