import Marbles
import TestSupport
import Testing

@testable import Diagrams

@Suite struct TimeAxisTests {
  private func axis(_ instants: [Int64], _ metrics: DiagramMetrics, distance: Int = 3) -> TimeAxis {
    TimeAxis(
      (instants.first ?? 0)...(instants.last ?? 0),
      for: [TimeAxis.Demand(instants: instants, distance: distance)], metrics: metrics, dates: nil)
  }

  @Test(arguments: [DiagramMetrics.terminal(room: 60), .picture(room: 800)])
  func `positions ascend with time, and fit in the room`(metrics: DiagramMetrics) {
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      let largest = Int64.max >> Int64.random(in: 0..<62, using: &random)
      let count = Int.random(in: 1...40, using: &random)
      let instants = (0..<count).map { _ in Int64.random(in: 0...largest, using: &random) }.sorted()
      let axis = axis(instants, metrics)
      let positions = instants.map(axis.position(of:))
      #expect(positions == positions.sorted())
      #expect(positions.allSatisfy { (0...metrics.room).contains($0) })
      #expect(axis.position(of: .min) == 0)
      #expect(axis.position(of: .max) == axis.length)
      let ticks = axis.ticks(metrics)
      #expect(!ticks.isEmpty)
      for (left, right) in zip(ticks, ticks.dropFirst()) {
        #expect(left.extent.upperBound < right.extent.lowerBound)
      }
    }
  }

  @Test func `the whole range of times fits`() {
    for metrics in [DiagramMetrics.terminal(room: 30), .picture(room: 300)] {
      let axis = axis([.min, -1, 0, 5, .max], metrics)
      #expect(axis.position(of: .min) == 0)
      #expect(axis.position(of: .max) <= metrics.room)
      #expect(!axis.ticks(metrics).isEmpty)
    }
  }

  @Test func `one instant has an axis without length`() {
    let axis = axis([7], .picture(room: 300))
    #expect(axis.length == 0)
    #expect(axis.breaks.isEmpty)
    #expect(axis.ticks(.picture(room: 300)).map(\.label) == ["7ns"])
  }

  @Test func `equal times are equally wide in a terminal`() {
    let instants = (0..<10).map { Int64($0) * 1_000_000_000 }
    let axis = axis(instants, .terminal(room: 50))
    let positions = instants.map(axis.position(of:))
    #expect(Set(zip(positions, positions.dropFirst()).map { $1 - $0 }) == [5])
  }

  @Test func `a long gap is left out if others are short`() {
    let second: Int64 = 1_000_000_000
    let instants = [0, 1, 2, 3, 86_400, 86_401, 86_402].map { $0 * second }
    let axis = axis(instants, .terminal(room: 60), distance: 4)
    #expect(axis.breaks.map(\.nanoseconds) == [86_397 * 1_000_000_000])
    // The whole gap between only two events is shown.
    #expect(self.axis([0, 86_400 * second], .terminal(room: 60)).breaks.isEmpty)
  }
}
