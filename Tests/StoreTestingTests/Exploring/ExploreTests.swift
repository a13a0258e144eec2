import Reactive
import StoreTesting
import TestSupport
import Testing

@Suite struct ExploreTests {
  private actor Log {
    private(set) var names: [String] = []
    func add(_ name: String) { names.append(name) }
  }

  @Test func `a test that does not depend on the order passes, and all orders are tried`()
    async throws
  {
    let exploration = try await explore { clock in
      await withTaskGroup(of: Int.self) { group in
        for number in 1...3 {
          group.addTask {
            try? await clock.sleep(for: .seconds(1))
            return number
          }
        }
        return await group.reduce(0, +)
      }
    }
    #expect(exploration.outcome == 6)
    #expect(exploration.isExhaustive)
    #expect(exploration.runs >= 36)
    #expect(exploration.difference == nil)
  }

  @Test func `a dependence on the order is reported with the jobs that must swap`() async throws {
    let line = #line + 2
    let reported = try await issues {
      try await explore { clock in
        let log = Log()
        await withTaskGroup(of: Void.self) { group in
          for name in ["A", "B"] {
            group.addTask(name: name) {
              try? await clock.sleep(for: .seconds(3))
              await log.add(name)
            }
          }
        }
        return await log.names
      }
    }
    #expect(reported.map(\.line) == [line])
    let text = try #require(reported.first?.text)
    #expect(
      text.hasPrefix(
        """
        the outcome depends on the order of jobs: differs when 'B' runs before 'A' at 3 s
          by arrival: ["A", "B"]
          then:       ["B", "A"]
        repeat it with 'order: .repeating("
        """), "\(text)")
    let order = text.split(separator: "\"").last { $0.allSatisfy { "01.".contains($0) } }
    let again = try await withVirtualTime(order: .repeating(String(order ?? ""))) { clock in
      let log = Log()
      await withTaskGroup(of: Void.self) { group in
        for name in ["A", "B"] {
          group.addTask(name: name) {
            try? await clock.sleep(for: .seconds(3))
            await log.add(name)
          }
        }
      }
      return await log.names
    }
    #expect(again == ["B", "A"])
  }

  @Test func `beyond the limit seeds are tried`() async throws {
    let exploration = try await explore(limit: 10, samples: 20) { clock in
      await withTaskGroup(of: Void.self) { group in
        for _ in 1...6 { group.addTask { try? await clock.sleep(for: .seconds(1)) } }
      }
      return clock.now
    }
    #expect(exploration.runs == 30)
    #expect(!exploration.isExhaustive)
  }

  @Test func `an order that ends in a deadlock is found`() async throws {
    let reported = try await issues {
      try await explore { clock in
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let first = Once()
        await withTaskGroup(of: Void.self) { group in
          group.addTask(name: "opens") { if await first.isFirst() { continuation.finish() } }
          group.addTask(name: "closes") { _ = await first.isFirst() }
          group.addTask(name: "reads") { for await _ in stream {} }
        }
        return true
      }
    }
    let text = try #require(reported.first?.text)
    #expect(text.contains("'closes' runs before 'opens' at 0 s"), "\(text)")
    #expect(text.contains("deadlock: nothing can continue"), "\(text)")
  }

  private actor Once {
    private var isTaken = false
    func isFirst() -> Bool {
      defer { isTaken = true }
      return !isTaken
    }
  }

  @Test func `a test that fails in the order of arrival throws that failure`() async throws {
    await #expect(throws: VirtualTimeError.self) {
      try await explore { _ in
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return true
      }
    }
  }
}
