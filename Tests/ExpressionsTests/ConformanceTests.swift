import Foundation
import Testing
import Values

@testable import Expressions

/// The cases of CEL's own conformance suite, if their folder is at hand.
struct ConformanceTests {
  /// Functions that are not there yet; the list gets shorter, and the test says when it can.
  static let awaited: Set<String> = ["matches"]

  static let folder = ProcessInfo.processInfo.environment["STREAMS_CONFORMANCE"]

  struct Case: Decodable {
    var id: String
    var expr: String
    var bindings: JSON
    var expected: JSON
    var needs: [String]
    var check: Bool?
  }

  @Test(.enabled(if: folder != nil, "STREAMS_CONFORMANCE names no folder with cel-dev.jsonl"))
  func `core cases of CEL's conformance suite pass`() throws {
    let path = URL(fileURLWithPath: Self.folder ?? "").appendingPathComponent("cel-dev.jsonl")
    let lines = try Data(contentsOf: path).split(separator: UInt8(ascii: "\n"))
    let cases = try lines.map { try JSONDecoder().decode(Case.self, from: $0) }
      .filter(\.needs.isEmpty)
    var passed = 0
    var waiting: [String: Int] = [:]
    for item in cases {
      if let name = Self.awaited.first(where: { item.expr.contains($0 + "(") }) {
        waiting[name, default: 0] += 1
        #expect(!item.isMet, "\(item.id) passes: '\(name)' need not be awaited")
      } else if item.isMet {
        passed += 1
      } else {
        Issue.record("\(item.id): \(item.expr) gave \(item.outcome), expected \(item.expected)")
      }
    }
    print("conformance: \(passed) of \(cases.count) core cases pass, not yet: \(waiting)")
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
      return try expression.evaluator().value(in: &frame)
    }
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

  /// Whether this is how the suite writes a value: an int never equals a double.
  func describes(_ found: Value) -> Bool {
    if case .double(let number) = found, number.isNaN, case .double(let wanted) = value {
      return wanted.isNaN
    }
    return value == found
  }
}
