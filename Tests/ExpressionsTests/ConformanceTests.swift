import Foundation
import Testing
import Values

@testable import Expressions

/// The cases of CEL's own conformance suite, if its folder is available.
struct ConformanceTests {
  static let folder = ProcessInfo.processInfo.environment["STREAMS_CONFORMANCE"]

  /// The types that the language leaves out because JSON does not have them.
  static let leftOut: Set<String> = ["uint", "bytes"]

  struct Case: Decodable {
    var id: String
    var expr: String
    var bindings: JSON
    var expected: JSON
    var needs: [String]
    var check: Bool?
  }

  @Test(.enabled(if: folder != nil, "STREAMS_CONFORMANCE names no folder with cel-dev.jsonl"))
  func `all core cases of CEL's conformance suite pass, and nearly all others`() throws {
    let path = URL(fileURLWithPath: Self.folder ?? "").appendingPathComponent("cel-dev.jsonl")
    let lines = try Data(contentsOf: path).split(separator: UInt8(ascii: "\n"))
    var counts: [String: (passed: Int, all: Int)] = [:]
    var (others, passedOthers) = (0, 0)
    for line in lines {
      let item = try JSONDecoder().decode(Case.self, from: line)
      let isMet = item.isMet
      let needs = item.needs.isEmpty ? "core" : item.needs.sorted().joined(separator: "+")
      counts[needs, default: (0, 0)].all += 1
      counts[needs, default: (0, 0)].passed += isMet ? 1 : 0
      if item.needs.isEmpty {
        let outcome = item.outcome
        #expect(isMet, "\(item.id): \(item.expr) gave \(outcome), expected \(item.expected)")
      } else if Self.leftOut.isDisjoint(with: item.needs) {
        others += 1
        passedOthers += isMet ? 1 : 0
        if !isMet { print("conformance: \(item.id): \(item.expr) gave \(item.outcome)") }
      }
    }
    for (needs, count) in counts.sorted(by: { $0.key < $1.key }) {
      print("conformance: \(needs): \(count.passed) of \(count.all)")
    }
    print("conformance: \(passedOthers) of \(others) that need more than the core")
    #expect(Double(passedOthers) >= 0.95 * Double(others))
  }
}

extension ConformanceTests.Case {
  var isMet: Bool {
    switch outcome {
    case .success(let value): expected.isError ? false : expected.describes(value)
    case .failure: expected.isError
    }
  }

  var outcome: Result<Value, any Error> {
    Result {
      var names: [Scope.Name] = []
      var frame = Frame()
      if case .object(let members) = bindings {
        for (name, json) in members.sorted(by: { $0.key < $1.key }) {
          names.append(Scope.Name(Text(name)))
          frame.locals.append(json.value)
        }
      }
      let scope = Scope(names: names)
      let expression =
        check == false
        ? try CheckedExpression(unchecked: expr, in: scope)
        : try CheckedExpression(expr, in: scope)
      // The suite has values that are not JSON numbers.
      let evaluator =
        expected.isInfinite ? expression.openEvaluator() : expression.evaluator()
      return try evaluator.value(in: &frame)
    }
  }
}

extension CheckedExpression {
  /// Compiles the expression so that it returns values unchanged, including those that JSON lacks.
  fileprivate func openEvaluator() -> Evaluator {
    var guards = checked.guards
    guards.guardsExit = false
    return Evaluator(origin, guards: guards, probes: [:])
  }
}

/// The neutral form in which the suite writes values.
indirect enum JSON: Decodable {
  case null
  case bool(Bool)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let elements = try? container.decode([JSON].self) {
      self = .array(elements)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  var isError: Bool {
    if case .object(let members) = self { members["$error"] != nil } else { false }
  }

  var isInfinite: Bool {
    if case .double(let number) = value { !number.isFinite } else { false }
  }

  var value: Value {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .string(let text): .string(Text(text))
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): Self.value(of: members)
    }
  }

  private static func value(of members: [String: JSON]) -> Value {
    if case .string(let text)? = members["int"], let number = Int64(text) { return .int(number) }
    if case .string(let text)? = members["double"], let number = Double(text) {
      return .double(number)
    }
    guard case .array(let pairs)? = members["map"] else { return .null }
    return .object(
      Object(
        pairs.compactMap { pair in
          guard case .array(let parts) = pair, case .string(let key) = parts[0] else { return nil }
          return Member(key: Text(key), value: parts[1].value)
        }))
  }

  /// Whether this is how the suite writes a value. An int never equals a double.
  func describes(_ found: Value) -> Bool {
    if case .double(let number) = found, number.isNaN, case .double(let wanted) = value {
      return wanted.isNaN
    }
    return value == found
  }
}
