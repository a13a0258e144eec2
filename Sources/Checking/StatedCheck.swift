package import Expressions
package import StreamModels
package import Values

/// A check that a document states about its playback: an expectation, a test, or a case of a test.
package struct StatedCheck {
  /// The definition to which it belongs; nil for the document itself.
  package let stream: String?
  /// The test; nil for an expectation of the model itself.
  package let played: PlayedTest?
  /// The expectation of the model itself.
  let expect: StatedTimeline?

  /// Whether a reason is stated for not playing it.
  package var isSkipped: Bool { played?.test.skip != nil }

  /// Whether it plays anything different from the document itself.
  package var changesProgram: Bool { stream != nil || changesStreams }

  /// Whether a test changes the streams that are played.
  package var changesStreams: Bool { played?.test.changesStreams == true }

  /// The path of the model to which it belongs.
  private var modelPath: DocumentPath {
    stream.map { ["definitions", .key(Text($0))] } ?? []
  }

  /// Returns the expectations that no playback of a stream can meet.
  ///
  /// - Parameter tapped: The definitions that are played beside the stream, by name.
  package func mistakes(
    in stream: (type: ValueType, extent: Extent), _ tapped: [String: Upstream] = [:]
  ) -> Diagnostics {
    guard let played else {
      return expect.map { timeline in
        mistakes(
          of: timeline, at: modelPath.appending("expect"),
          ExpectationCheck(type: stream.type, extent: stream.extent))
      } ?? Diagnostics()
    }
    // If data plays in place of a definition, nothing is known about the stream.
    guard !played.replacesByFiles else { return Diagnostics() }
    var found = Diagnostics()
    func check(_ timeline: StatedTimeline, of output: String?, _ type: ValueType, _ extent: Extent)
    {
      var check = ExpectationCheck(type: type, extent: extent)
      check.values = played.test.values
      check.isCut = played.test.until != nil
      check.isTolerant = played.test.tolerance != nil
      found.append(
        contentsOf: mistakes(of: timeline, at: played.path(ofOutput: output), check))
    }
    if let expect = played.test.expect { check(expect, of: nil, stream.type, stream.extent) }
    for output in played.test.outputs {
      guard let stream = tapped[output.name] else { continue }
      check(output.expect, of: output.name, stream.type, stream.extent)
    }
    return found
  }

  private func mistakes(
    of timeline: StatedTimeline, at path: DocumentPath, _ check: ExpectationCheck
  ) -> Diagnostics {
    // Files of expected events are read when they are compared.
    guard timeline.file == nil else { return Diagnostics() }
    do throws(Diagnostics) {
      return check.mistakes(in: try timeline.events(values: check.values)).below(path)
    } catch {
      // The mistake has been reported.
      return Diagnostics()
    }
  }
}

extension StreamTest {
  /// Whether it plays its stream with other values of parameters or with other streams, or plays
  /// further streams beside it.
  package var changesStreams: Bool { !with.isEmpty || !inputs.isEmpty || !outputs.isEmpty }
}

extension StreamModel<Value> {
  /// All checks of the document and of its definitions.
  package var statedChecks: [StatedCheck] {
    checks(of: nil) + definitions.flatMap { $0.model.checks(of: $0.name) }
  }

  private func checks(of stream: String?) -> [StatedCheck] {
    let path: DocumentPath = stream.map { ["definitions", .key(Text($0))] } ?? []
    let own = StatedCheck(stream: stream, played: nil, expect: expect)
    return (expect == nil ? [] : [own])
      + tests.enumerated().flatMap { index, test in
        let parts = test.cases.isEmpty ? [nil] : test.cases.indices.map { Optional($0) }
        return parts.map { part in
          StatedCheck(
            stream: stream, played: PlayedTest(test, at: index, case: part, below: path),
            expect: nil)
        }
      }
  }

  /// The model and its definitions without their expectations and tests.
  package var withoutChecks: StreamModel<Value> {
    var model = self
    // Tests do not play outputs; those of the document have been checked together with it.
    (model.expect, model.tests, model.outputs) = (nil, [], [])
    for index in model.definitions.indices {
      (model.definitions[index].model.expect, model.definitions[index].model.tests) = (nil, [])
    }
    return model
  }
}
