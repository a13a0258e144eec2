import Checking
package import StreamModels
import Values

extension SwiftStep {
  /// A publisher that has been written.
  package struct Stream {
    package let code: SwiftCode
  }

  /// Returns the next input.
  package func stream() throws(Diagnostics) -> Stream {
    defer { takenInputs += 1 }
    guard checked.streams.indices.contains(takenInputs), let number = checked.streams[takenInputs]
    else { throw refusal("a stream that was not found", hint: "check the file") }
    if writer.isGroup(number) {
      return Stream(code: .atom(function.spelling(of: .group)))
    }
    guard let callee = writer.callee(ofStream: number) else {
      throw refusal("a stream that was not written", hint: "check the file")
    }
    return Stream(code: call(callee, arguments: [], given: with(at: takenInputs), number))
  }

  /// Returns the next inputs, as they are written in a list.
  package func streams(_ count: Int) throws(Diagnostics) -> [SwiftCode] {
    var codes: [SwiftCode] = []
    for _ in 0..<count { codes.append(try stream().code) }
    return codes
  }

  /// Returns the next input as the body of a closure that receives the value of `$outer`.
  package func outerClosure() throws(Diagnostics) -> SwiftCode {
    let (inner, read) = try function.inside([.outer: "outer"]) {
      () throws(Diagnostics) -> Stream in try stream()
    }
    return .closure(read.isEmpty ? "_" : "outer", [inner.code])
  }

  /// Returns the next input as the body of a closure that receives a failure.
  package func failureClosure() throws(Diagnostics) -> SwiftCode {
    let (inner, read) = try function.inside([.error: "failure.message"]) {
      () throws(Diagnostics) -> Stream in try stream()
    }
    return .closure(read.isEmpty ? "_" : "failure", [inner.code])
  }

  /// Adds a call that subscribes again.
  package func repetition(_ name: String, _ count: Int?, _ delays: [Duration]) {
    writer.noteRepetition()
    let written: [Value] =
      if case .array(let list)? = value(of: "delay") { list } else { [value(of: "delay") ?? .null] }
    let delays = zip(delays, written).map { delay, written -> SwiftCode in
      parameter(in: written) { $0.duration != nil }?.duration ?? .duration(Seconds(delay))
    }
    call(
      name, count.map { self.count("count", $0) } ?? .atom("nil"),
      delays.isEmpty ? nil : .labeled("delays", .array(delays)), scheduler,
      .labeled("limit", .atom("repetitionLimit")))
  }

  /// Returns the next input as the body of a closure of `groupBy`.
  package func groupClosure() throws(Diagnostics) -> SwiftCode {
    let names: [SwiftFunction.FreeName: String] = [
      .key: "key.value", .group: "group.eraseToAnyPublisher()",
    ]
    let (inner, read) = try function.inside(names) { () throws(Diagnostics) -> Stream in
      try stream()
    }
    let head = [SwiftFunction.FreeName.key, .group].map { read.contains($0) ? "\($0)" : "_" }
    return .closure(head.joined(separator: ", "), [inner.code])
  }

  /// Returns the operators that are applied to a group, as a closure of `groupBy`.
  package func groupClosure(applying steps: [Int]) throws(Diagnostics) -> SwiftCode {
    let inner = SwiftChain(in: function)
    inner.start(.atom("values"))
    let (_, read) = try function.inside([.key: "key.value"]) { () throws(Diagnostics) -> Void in
      try inside(inner).apply(steps)
    }
    return .closure(
      "\(read.isEmpty ? "_" : "key"), values\(inner.bodyType)", inner.body)
  }

  /// Returns the values for parameters that are written next to an input.
  fileprivate func with(at index: Int) -> [Member] {
    guard checked.written == nil, index == 0 else { return [] }
    return givenMembers
  }

  /// Returns a call of a function, with the arguments that it needs.
  func call(
    _ callee: SwiftWriter.Callee, arguments: [SwiftCode], given members: [Member], _ number: Int?
  ) -> SwiftCode {
    var arguments = arguments
    for need in callee.freeNames { function.read(need) }
    if let code = callee.code {
      function.contain(callee.depth)
      return code
    }
    for need in callee.freeNames {
      if case .parameter(let level, let name) = need {
        let name = SwiftParameter(name, at: level, in: writer).name
        arguments.append(.labeled(name, .atom(name)))
      } else {
        arguments.append(.labeled("\(need)", .atom(function.spelling(of: need))))
      }
    }
    let level = number.map { writer.linker.units[$0].home.scope } ?? callee.level
    if let level, callee.level != nil {
      arguments += self.arguments(at: level, given: members)
    }
    return .call(callee.name, arguments)
  }

  /// Returns the values for the parameters of a function, where they differ from the declarations.
  private func arguments(at level: Int, given members: [Member]) -> [SwiftCode] {
    let declared = writer.linker.scopes[level].declarations
    return writer.parameters(of: level).compactMap { parameter in
      let name = declared.first { writer.name(of: $0.name, at: level) == parameter.name }?.name
      let member = members.first { $0.key.string == name }
      let type = parameter.type
      if let member {
        let given = self.parameter(in: member.value) { $0.converted(to: type) != nil }
        if let code = given?.converted(to: type) { return .labeled(parameter.name, code) }
        noteConstants(in: member.value, at: .code("'\(member.key.string.abbreviated)'"))
      }
      guard let code = parameter.code, code.flat != parameter.defaultCode?.flat else { return nil }
      return .labeled(parameter.name, code)
    }
  }
}
