public import Reactive
import Values

extension InputBinding {
  /// What a publisher gives, such as a subject: each playing subscribes to it when it begins.
  ///
  /// A value comes at the instant at which it is sent, when the scheduler runs next, or at its `time`
  /// if that is later. What nobody has listened to by then is kept.
  public static func publisher<P: Publisher>(_ publisher: P) -> InputBinding
  where P.Output: Encodable {
    InputBinding { (_) throws(InputError) in PublishedRecords(publisher) }
  }
}

/// The values that a publisher gives.
final class PublishedRecords<P: Publisher>: RecordReader where P.Output: Encodable {
  private let publisher: P
  private var subscription: AnyCancellable?
  /// What has come, and of that what is given out now.
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
  /// A value of Swift as a record.
  init(encoding element: some Encodable) {
    do {
      self = .record(try element as? Value ?? ValueEncoder().encode(element))
    } catch {
      self = .bad("\(error)")
    }
  }
}
