import Platform
public import Reactive
import StreamModels

extension StreamModel {
  /// Creates the chain of publishers that plays this model, for programs that must continue after
  /// any failure. It plays on the main actor's wall clock, unless another scheduler is given.
  ///
  ///     let handle = model.toPublisher().sink { print($0) }
  ///
  /// It cannot fail. A mistake in the model or a failure while it plays is written to standard
  /// error, or passed to `report`, and the stream completes. Use `publisher(on:)` to receive
  /// failures instead.
  public func toPublisher(
    on scheduler: any Scheduler = AnyScheduler.main, report: ((String) -> Void)? = nil
  ) -> AnyPublisher<Element, Never> {
    unfailing(report) { () throws(Diagnostics) in try self.publisher(on: scheduler) }
  }
}

extension StreamItem where Element: Codable {
  /// Creates a publisher of this item alone, with its operators.
  public func toPublisher(
    on scheduler: any Scheduler = AnyScheduler.main, report: ((String) -> Void)? = nil
  ) -> AnyPublisher<Element, Never> {
    StreamModel(stream: [self]).toPublisher(on: scheduler, report: report)
  }
}

extension Operator {
  /// Returns a publisher followed by this operator.
  ///
  /// Values pass through the operator as JSON, as they do in a stream file. A result that is not an
  /// `Output` ends the stream like a failure, which is reported.
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

/// Creates a new publisher for each run. A mistake that would make it fail is reported as a
/// message.
private func unfailing<Output, Mistake: Error>(
  _ report: ((String) -> Void)?,
  _ make: @escaping () throws(Mistake) -> AnyPublisher<Output, StreamFailure>
) -> AnyPublisher<Output, Never> {
  let report = report ?? StandardError.writeLine
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
