import Marbles
import Reactive
import StreamTesting
import TestSupport
import Testing

@Suite struct ExploreInputsTests {
  private actor Log {
    private(set) var names: [String] = []
    func add(_ name: String) { names.append(name) }
  }

  @Test func `inputs are reduced to a stream file`() async throws {
    let inputs: Timeline<Int> = [
      .value(1, at: .seconds(2)), .value(5, at: .seconds(40)), .value(2, at: .milliseconds(55_500)),
      .value(3, at: .seconds(70)), .finished(at: .seconds(90)),
    ]
    let reported = try await issues {
      try await explore(inputs: inputs, limit: 50) { clock, inputs in
        let log = Log()
        await withTaskGroup(of: Void.self) { group in
          for event in inputs.events {
            guard case .value(5) = event.kind else { continue }
            for name in ["saves", "loads"] {
              group.addTask(name: name) {
                try? await clock.sleep(until: event.instant)
                await log.add(name)
              }
            }
          }
        }
        return await log.names
      }
    }
    let text = try #require(reported.first?.text)
    #expect(text.contains("differs when 'loads' runs before 'saves' at 0 s"), "\(text)")
    #expect(
      text.hasSuffix(
        """
        fed with:
        {
          "name": "smallest inputs",
          "marbles": "5",
          "expect": [ { "time": 0, "value": 5 } ]
        }

        """), "\(text)")
  }
}
