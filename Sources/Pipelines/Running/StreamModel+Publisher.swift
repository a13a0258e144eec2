public import Reactive

extension StreamModel {
  /// The chain of publishers that plays this model, for programs that go on whatever happens: on the
  /// main actor's wall clock, if no other scheduler is named.
  ///
  ///     let handle = model.toPublisher().sink { print($0) }
  ///
  /// It cannot fail: a mistake in the model and a failure while it plays are written to the standard
  /// error, or handed to `report`, and the stream finishes. `publisher(on:)` fails instead.
  public func toPublisher(
    on scheduler: any Scheduler = AnyScheduler.main, report: ((String) -> Void)? = nil
  ) -> AnyPublisher<Element, Never> {
    unfailing(report) { () throws(Diagnostics) in try self.publisher(on: scheduler) }
  }
}

extension StreamItem where Element: Codable {
  /// The publisher of this item alone, with its operators.
  public func toPublisher(
    on scheduler: any Scheduler = AnyScheduler.main, report: ((String) -> Void)? = nil
  ) -> AnyPublisher<Element, Never> {
    StreamModel(stream: [self]).toPublisher(on: scheduler, report: report)
  }
}

extension Operator {
  /// A publisher with this operator behind it.
  ///
  /// Values go through the operator as JSON, as they do in a stream file; one that comes out and is no
  /// `Output` any more ends the stream as a failure does, which is reported.
  public func applyPublisher<Output: Codable>(
    _ publisher: AnyPublisher<Output, Never>, on scheduler: any Scheduler = AnyScheduler.main,
    report: ((String) -> Void)? = nil
  ) -> AnyPublisher<Output, Never> {
    let model = StreamModel<Output>(source: .input(InputSource("upstream")), operators: [self])
    return unfailing(report) {
      try model.publisher(on: scheduler, inputs: ["upstream": .publisher(publisher)])
    }
  }
}

/// Makes a publisher anew for each run, and reports in words what would end it in failure.
private func unfailing<Output, Mistake: Error>(
  _ report: ((String) -> Void)?,
  _ make: @escaping () throws(Mistake) -> AnyPublisher<Output, StreamFailure>
) -> AnyPublisher<Output, Never> {
  let report = report ?? writeToStandardError
  return Deferred { () -> AnyPublisher<Output, Never> in
    do throws(Mistake) {
      return try make().catch { failure in
        report("the stream has failed: \(failure)")
        return Empty<Output, Never>()
      }
      .eraseToAnyPublisher()
    } catch {
      report((error as? Diagnostics)?.report ?? "\(error)")
      return Empty().eraseToAnyPublisher()
    }
  }
  .eraseToAnyPublisher()
}
