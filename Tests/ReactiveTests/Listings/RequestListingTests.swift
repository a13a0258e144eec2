import Reactive
import ReactiveFoundation
import Testing

// Requests as in tutorials on Combine, with a service in place of the network.

private enum ServiceError: Error, Equatable {
  case status(Int)
  case decoding
  case unknown
  case timedOut
}

private struct Response: Equatable {
  var status: Int
  var body: String
}

private final class Service<Clock: Scheduler> {
  private let scheduler: Clock
  private(set) var requestCount = 0
  var responses: [Response]

  init(_ scheduler: Clock, _ responses: [Response]) {
    self.scheduler = scheduler
    self.responses = responses
  }

  /// The old form, with a callback.
  func load(completion: @escaping (Result<Response, ServiceError>) -> Void) {
    let response = responses[min(requestCount, responses.count - 1)]
    requestCount += 1
    completion(response.status == 0 ? .failure(.unknown) : .success(response))
  }

  func response() -> AnyPublisher<Response, ServiceError> {
    Deferred {
      Future { promise in
        self.load { promise($0) }
      }
    }
    .delay(for: .seconds(1), scheduler: scheduler)
    .eraseToAnyPublisher()
  }

  func number() -> AnyPublisher<Int, ServiceError> {
    response()
      .tryMap { response -> String in
        guard 200..<300 ~= response.status else { throw ServiceError.status(response.status) }
        return response.body
      }
      .tryMap { body in
        guard let number = Int(body) else { throw ServiceError.decoding }
        return number
      }
      .mapError { $0 as? ServiceError ?? .unknown }
      .eraseToAnyPublisher()
  }
}

extension Publisher {
  fileprivate func retryWithDelay<S: Scheduler>(
    _ retries: Int, delay: Duration, scheduler: S
  ) -> AnyPublisher<Output, Failure> {
    self.catch { error -> AnyPublisher<Output, Failure> in
      guard retries > 0 else { return Fail(error: error).eraseToAnyPublisher() }
      return Just(())
        .delay(for: delay, scheduler: scheduler)
        .flatMap { _ in
          self.retryWithDelay(retries - 1, delay: delay, scheduler: scheduler)
        }
        .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}

@Suite struct RequestListingTests {
  private let scheduler = VirtualScheduler()

  private func service(_ responses: Response...) -> Service<VirtualScheduler> {
    Service(scheduler, responses)
  }

  @Test(arguments: [
    (Response(status: 200, body: "42"), "1=42 1|"), (Response(status: 500, body: ""), "1#"),
    (Response(status: 200, body: "x"), "1#"), (Response(status: 0, body: ""), "1#"),
  ])
  private func `a callback becomes a publisher, and errors become one type`(
    _ response: Response, _ trace: String
  ) {
    #expect(service(response).number().trace(on: scheduler) == trace)
  }

  @Test func `a failure has the type that it was converted to`() {
    let recorder = service(Response(status: 404, body: "")).number().record(on: scheduler)
    scheduler.run()
    #expect(recorder.failure == .status(404))
  }

  @Test func `a request is retried at once`() {
    let service = service(
      Response(status: 500, body: ""), Response(status: 0, body: ""),
      Response(status: 200, body: "7"))
    #expect(service.number().retry(2).trace(on: scheduler) == "3=7 3|")
    #expect(service.requestCount == 3)
  }

  @Test func `a request is retried after a delay`() {
    let service = service(
      Response(status: 500, body: ""), Response(status: 500, body: ""),
      Response(status: 200, body: "7"))
    let number = service.number()
      .retryWithDelay(2, delay: .seconds(5), scheduler: scheduler)
    #expect(number.trace(on: scheduler) == "13=7 13|")
    #expect(service.requestCount == 3)
  }

  @Test func `a failure is caught with another publisher`() {
    let service = service(Response(status: 500, body: ""))
    let number = service.number()
      .catch { _ in Just(-1) }
      .map { "\($0)" }
    #expect(number.trace(on: scheduler) == "1=-1 1|")
    let other = service.number().tryCatch { error -> AnyPublisher<Int, ServiceError> in
      guard error == .status(500) else { throw error }
      return Just(0).setFailureType(to: ServiceError.self).eraseToAnyPublisher()
    }
    #expect(other.replaceError(with: 1).trace(on: scheduler) == "2=0 2|")
  }

  @Test func `two requests are awaited together`() {
    let first = service(Response(status: 200, body: "1")).number()
    let second = service(Response(status: 200, body: "2")).number()
    let both = Publishers.Zip(first, second.delay(for: 2, scheduler: scheduler))
      .map { first, second in first + second }
    #expect(both.trace(on: scheduler) == "3=3 3|")
    let all = Publishers.Zip3(first, second, second.map(String.init)).map { "\($0)\($1)\($2)" }
    #expect(all.trace(on: scheduler) == "4=122 4|")
    let list = Publishers.MergeMany([first, second]).collect()
    #expect(list.trace(on: scheduler) == "5=[1, 2] 5|")
  }

  @Test func `one request serves many subscribers`() {
    let service = service(Response(status: 200, body: "1"), Response(status: 200, body: "2"))
    let shared = service.number().share()
    let recorders = [shared.record(on: scheduler), shared.record(on: scheduler)]
    scheduler.run()
    #expect(recorders.map(\.values) == [[1], [1]])
    #expect(service.requestCount == 1)

    let subject = PassthroughSubject<Int, ServiceError>()
    let multicasted = service.number().multicast(subject: subject)
    var cancellables = Set<AnyCancellable>()
    var values: [Int] = []
    for _ in 1...2 {
      multicasted
        .sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
        .store(in: &cancellables)
    }
    scheduler.run()
    #expect(values == [])
    multicasted.connect().store(in: &cancellables)
    scheduler.run()
    #expect(values == [2, 2])
  }

  @Test func `a request is made for each id, two at a time`() {
    let ids = [1, 2, 3].publisher
    let bodies = ids.flatMap(maxPublishers: .max(2)) { [scheduler] id in
      Just("\(id)").delay(for: .seconds(id), scheduler: scheduler)
    }
    #expect(bodies.trace(on: scheduler) == "1=1 2=2 4=3 4|")
  }

  @Test func `a publisher that cannot fail is combined with one that can`() {
    let service = service(Response(status: 200, body: "5"), Response(status: 404, body: ""))
    let taps = PassthroughSubject<Void, Never>()
    let recorder = taps.flatMap { service.number() }.record(on: scheduler)
    taps.send()
    taps.send()
    scheduler.run()
    #expect(recorder.values == [5])
    #expect(recorder.failure == .status(404))

    let again = Service(scheduler, [Response(status: 200, body: "5")])
    let texts = again.number().flatMap { number in Just("number \(number)") }
    #expect(texts.trace(on: scheduler) == "2=number 5 2|")
    let latest = [again.number(), again.number().map { $0 + 1 }.eraseToAnyPublisher()].publisher
      .switchToLatest()
    #expect(latest.trace(on: scheduler) == "3=6 3|")
  }

  @Test func `a response that takes too long is an error`() {
    let service = service(Response(status: 200, body: "1"))
    let recorder = service.number()
      .timeout(.milliseconds(500), scheduler: scheduler, customError: { .timedOut })
      .record(on: scheduler)
    scheduler.run()
    #expect(recorder.failure == .timedOut)
    #expect(recorder.completionTime == .milliseconds(500))
  }

  @Test func `a list is loaded, sorted and shown by key paths`() {
    struct User: Equatable {
      var id: Int
      var name: String
    }
    let users = [User(id: 2, name: "b"), User(id: 1, name: "a")]
    let names = Just(users)
      .flatMap { $0.publisher }
      .filter { $0.id > 0 }
      .map(\.name)
      .collect()
      .map { $0.sorted() }
    #expect(names.record().values == [["a", "b"]])
    #expect(users.publisher.map(\.id).max().record().values == [2])
    #expect(users.publisher.map(\.id, \.name).map { "\($0)\($1)" }.record().values == ["2b", "1a"])
  }
}
