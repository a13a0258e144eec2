extension Publishers {
  /// Emits an array of the latest values of all its inputs at each new value, once every input has
  /// emitted one. Subscribes to the inputs in order.
  ///
  ///     -1---2|
  ///     --3-4---|
  ///     CombineLatestMany
  ///     --x-yz--|    x: [1, 3], y: [1, 4], z: [2, 4]
  ///
  /// Completes when all inputs have completed, as in Combine, even if one of them completed without
  /// a value, which makes an array impossible. If an input fails, the run fails and the others are
  /// cancelled. A cancel cancels all inputs. A value that arrives while an array is being delivered
  /// is emitted in a separate array, within that call; Combine stores it and emits nothing.
  ///
  /// Emitting an array copies it, unless the previous array has been released.
  public struct CombineLatestMany<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The publishers, in their order.
    public let publishers: [Upstream]

    /// Creates a publisher from several others.
    @inlinable
    public init(_ publishers: [Upstream]) {
      self.publishers = publishers
    }

    /// Creates a publisher from several others.
    @inlinable
    public init(_ publishers: Upstream...) {
      self.publishers = publishers
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      FanInRun<S, CombineLatestManyRule<Upstream.Output>>(
        downstream: subscriber, inputCount: publishers.count
      ).begin(publishers)
    }
  }

  /// Stores the latest value of each input, and emits all of them whenever one changes.
  @usableFromInline
  struct CombineLatestManyRule<Element>: ManyRule {
    @usableFromInline typealias Output = [Element]
    @usableFromInline typealias Replaced = Element

    @usableFromInline var runningCount: Int
    /// The latest value of each input, used until every input has one, and the number of inputs
    /// without one.
    @usableFromInline var firsts: [Maybe<Element>]
    @usableFromInline var missing: Int
    /// The latest value of each input, used from then on.
    @usableFromInline var row: [Element] = []

    @inlinable
    init(inputCount: Int) {
      runningCount = inputCount
      firsts = Array(repeating: Maybe(wrappedValue: nil), count: inputCount)
      missing = inputCount
    }

    @usableFromInline var bound: StateBound { .values(max(firsts.count, row.count)) }

    @inlinable @inline(__always)
    mutating func receive(
      _ element: Element, from place: Int, replacing replaced: inout Replaced?
    ) -> FanInStep<Output> {
      if missing == 0 {
        replaced = exchange(&row[place], with: element)
        return .emit(row)
      }
      replaced = exchange(&firsts[place].wrappedValue, with: element)
      if replaced == nil { missing -= 1 }
      guard missing == 0 else { return .rest }
      row = firsts.compactMap(\.wrappedValue)
      firsts = []
      return .emit(row)
    }

    @inlinable
    func fits(inputCount: Int) -> Bool {
      missing == 0
        ? row.count == inputCount
        : firsts.count == inputCount && missing == firsts.count { $0.wrappedValue == nil }
    }

    @inlinable
    mutating func finish(_ place: Int) -> FanInStep<Output> {
      runningCount -= 1
      return runningCount == 0 ? .finish : .rest
    }
  }
}

extension Publishers.CombineLatestManyRule: Codable where Element: Codable {}
