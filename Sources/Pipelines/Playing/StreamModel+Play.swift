public import Marbles
import Playing
public import Reactive
import StreamModels
public import Values

extension StreamModel {
  /// Creates the chain of publishers that plays this model on a scheduler.
  ///
  /// If a value is not an `Element`, the stream fails with a message about that.
  ///
  /// - Parameter parameters: The values of the model's parameters.
  public func publisher(
    on scheduler: any Scheduler, with parameters: KeyValuePairs<String, Value> = [:]
  ) throws(Diagnostics) -> AnyPublisher<Element, StreamFailure> {
    Self.elements(of: try Program(self, with: parameters).publisher(on: scheduler))
  }

  /// Returns the values of a chain as elements.
  static func elements(
    of values: AnyPublisher<Value, StreamFailure>
  ) -> AnyPublisher<Element, StreamFailure> {
    if let same = values as? AnyPublisher<Element, StreamFailure> { return same }
    let decoder = ValueDecoder()
    return values.tryMap { (value) throws(StreamFailure) -> Element in
      do {
        return try decoder.decode(Element.self, from: value)
      } catch {
        throw StreamFailure(
          "\(String(decoding: JSONWriter.text(of: value), as: UTF8.self).abbreviated) is not a value of type \(Element.self)"
        )
      }
    }.eraseToAnyPublisher()
  }

  /// Plays the model on its own virtual clock, and returns the timeline.
  ///
  /// - Parameter parameters: The values of the model's parameters.
  public func play(
    _ playback: Playback = Playback(), with parameters: KeyValuePairs<String, Value> = [:]
  ) throws(Diagnostics) -> Timeline<Element> {
    let scheduler = VirtualScheduler()
    var events: [Timeline<Element>.Event] = []
    playback.play(try publisher(on: scheduler, with: parameters), on: scheduler) {
      events.append($0)
    }
    return Timeline(events)
  }
}
