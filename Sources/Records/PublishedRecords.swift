public import Reactive
import Values

extension InputBinding {
  /// Binds an input to the values of a publisher, such as a subject. Each playback subscribes to it
  /// when it begins.
  ///
  /// A value is emitted at the instant at which it is sent, when the scheduler next runs, or at its
  /// `time` if that is later. Values that arrive before the playback reads them are buffered.
  public static func publisher<P: Publisher>(_ publisher: P) -> InputBinding
  where P.Output: Encodable {
    InputBinding { (_) throws(InputError) in PublishedRecords(publisher) }
  }
}

/// The values of a publisher.
final class PublishedRecords<P: Publisher>: RecordReader where P.Output: Encodable {
  private let publisher: P
  private var subscription: AnyCancellable?
  /// The values that have arrived since the last block, and the block that is being read.
  private var arrived: [RecordReading] = []
  private var block: [RecordReading] = []
  private var position = 0
  private var count = 0
  private var end = RecordReading.notYet
  var onNews: (() -> Void)?

  init(_ publisher: P) {
    self.publisher = publisher
  }

  var place: RecordPlace { RecordPlace(source: "", line: count) }
  private(set) var text: [UInt8] = []
  /// Values are sent in the isolation of the playback, so there are none that it has not received.
  let _isAtPresent = true

  func begin(on scheduler: any Scheduler) {
    subscription = publisher.sink(
      receiveCompletion: { [weak self] completion in self?.receive(completion) },
      receiveValue: { [weak self] value in self?.receive(RecordReading(encoding: value)) })
  }

  private func receive(_ reading: RecordReading) {
    arrived.append(reading)
    onNews?()
  }

  private func receive(_ completion: Subscribers.Completion<P.Failure>) {
    switch completion {
    case .finished: end = .end
    case .failure(let error): end = .failed("\(error)")
    }
    onNews?()
  }

  func next() -> RecordReading {
    if position == block.count { (block, position, arrived) = (arrived, 0, []) }
    guard position < block.count else { return end }
    let reading = block[position]
    position += 1
    count += 1
    if case .record(let value) = reading { text = JSONWriter.text(of: value) }
    return reading
  }

  func cancel() {
    subscription = nil
  }
}

extension RecordReading {
  /// Encodes a Swift value as a record.
  init(encoding element: some Encodable) {
    do {
      self = .record(try element as? Value ?? ValueEncoder().encode(element))
    } catch {
      self = .bad("\(error)")
    }
  }
}
