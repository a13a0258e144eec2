package import Diagrams
import Marbles
package import Tracing

/// A page that plays both playbacks of a comparison on one axis.
package struct DifferencePage {
  private let report: DifferenceReport
  private let old: Trace
  private let new: Trace
  private let files: (old: [PlayerPage.File], new: [PlayerPage.File])

  /// - Parameter files: The files that contain the stages of each.
  package init(
    _ report: DifferenceReport, old: Trace, new: Trace,
    files: (old: [PlayerPage.File], new: [PlayerPage.File])
  ) {
    (self.report, self.old, self.new, self.files) = (report, old, new, files)
  }

  /// The text of the page.
  package var html: String {
    get throws {
      let all = Self.named(files.new, "new") + Self.named(files.old, "old")
      var page = PlayerPage(
        title: "\(report.names.old) → \(report.names.new): \(report.summary)",
        trace: Trace(old: old, new: new), files: all)
      page.dates = report.dates
      return try page.html
    }
  }

  private static func named(_ files: [PlayerPage.File], _ side: String) -> [PlayerPage.File] {
    files.map { PlayerPage.File(name: "\(side): \($0.name)", text: $0.text) }
  }
}

extension Trace {
  /// Joins two traces to one, in the order of time. The stages of the old one come first, and the
  /// names of the files say which trace a stage belongs to.
  init(old: Trace, new: Trace) {
    let count = old.stages.count
    self.init(
      stages: old.stages.map { $0.moved(by: 0, into: "old") }
        + new.stages.map { $0.moved(by: count, into: "new") })
    var numbers: (old: [Int], new: [Int]) = ([], [])
    var (first, second) = (old.events[...], new.events[...])
    while !first.isEmpty || !second.isEmpty {
      let isOld =
        first.first.map { event in second.first.map { event.instant <= $0.instant } ?? true }
      if isOld == true, let event = first.popFirst() {
        numbers.old.append(events.count)
        append(event, numbers.old, 0)
      } else if let event = second.popFirst() {
        numbers.new.append(events.count)
        append(event, numbers.new, count)
      }
    }
    ends =
      old.ends.map { $0.moved(by: 0, numbers.old) }
      + new.ends.map { $0.moved(by: count, numbers.new) }
    ends.sort { $0.instant < $1.instant }
    cancellations =
      old.cancellations + new.cancellations.map { $0.moved(by: count) }
    cancellations.sort { $0.instant < $1.instant }
  }

  private mutating func append(_ event: Event, _ numbers: [Int], _ stages: Int) {
    var event = event
    event.number = events.count
    event.stage += stages
    event.causes = event.causes.map { numbers[$0] }
    events.append(event)
  }
}

extension Trace.Stage {
  fileprivate func moved(by stages: Int, into side: String) -> Trace.Stage {
    var stage = self
    stage.number += stages
    stage.inputs = inputs.map { $0 + stages }
    stage.inner = inner.map { $0 + stages }
    if role == .output { stage.name = name.isEmpty ? side : "\(side): \(name)" }
    stage.place?.file = "\(side): \(place?.file ?? "")"
    return stage
  }
}

extension Trace.End {
  fileprivate func moved(by stages: Int, _ numbers: [Int]) -> Trace.End {
    var end = self
    end.event = numbers[event]
    end.stage += stages
    end.by = by.map { numbers[$0] }
    return end
  }
}

extension Trace.Cancellation {
  fileprivate func moved(by stages: Int) -> Trace.Cancellation {
    var cancellation = self
    cancellation.stage += stages
    return cancellation
  }
}
