extension Publishers {
  /// Emits arrays of the n-th values of all its inputs. Subscribes to the inputs in order.
  ///
  ///     -1---2|
  ///     --3-4---|
  ///     ZipMany
  ///     --x--y|    x: [1, 3], y: [2, 4]
  ///
  /// Completes as soon as no further array is possible: when an input has completed and none of its
  /// values is waiting. If an input fails, the run fails and the others are cancelled. Values of an
  /// input that is ahead of another are stored.
  public struct ZipMany<Upstream: Publisher>: Publisher {
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
      FanInRun<S, ZipManyRule<Upstream.Output>>(
        downstream: subscriber, inputCount: publishers.count
      ).begin(publishers)
    }
  }

  /// Stores the values of an input that is ahead until the values of all others arrive.
  @usableFromInline
  struct ZipManyRule<Element>: ManyRule {
    @usableFromInline typealias Output = [Element]

    @usableFromInline var inputs: [ZipInput<Element>]
    /// The number of inputs without a waiting value. If it is zero, an array is complete.
    @usableFromInline var emptyCount: Int

    @inlinable
    init(inputCount: Int) {
      inputs = Array(repeating: ZipInput(), count: inputCount)
      emptyCount = inputCount
    }

    @usableFromInline var bound: StateBound {
      .unbounded(by: "the values of the inputs that are ahead")
    }

    @inlinable @inline(__always)
    mutating func receive(
      _ element: Element, from place: Int, replacing replaced: inout Never?
    ) -> FanInStep<Output> {
      if inputs[place].waiting.isEmpty {
        if emptyCount == 1 {
          let (row, isLast) = takeRow(with: element, from: place)
          return isLast ? .emitLast(row) : .emit(row)
        }
        emptyCount -= 1
      }
      inputs[place].waiting.append(element)
      return .rest
    }

    @inlinable
    func fits(inputCount: Int) -> Bool {
      inputs.count == inputCount && emptyCount == inputs.count(where: \.waiting.isEmpty)
    }

    @inlinable
    mutating func finish(_ place: Int) -> FanInStep<Output> {
      inputs[place].hasFinished = true
      return inputs[place].waiting.isEmpty ? .finish : .rest
    }

    /// Returns the array that only this element was missing from, and whether no further array is
    /// possible.
    @inlinable
    mutating func takeRow(
      with element: Element, from index: Int
    ) -> (row: [Element], isLast: Bool) {
      var isLast = false
      if inputs.count == 2, let other = takeFirst(of: 1 - index, isLast: &isLast) {
        return (index == 0 ? [element, other] : [other, element], isLast)
      }
      var row: [Element] = []
      row.reserveCapacity(inputs.count)
      for place in inputs.indices {
        if place == index {
          row.append(element)
        } else {
          row.append(takeFirst(of: place, isLast: &isLast) ?? element)
        }
      }
      return (row, isLast)
    }

    @inlinable
    mutating func takeFirst(of place: Int, isLast: inout Bool) -> Element? {
      let first = inputs[place].waiting.popFirst()
      guard inputs[place].waiting.isEmpty else { return first }
      emptyCount += 1
      if inputs[place].hasFinished { isLast = true }
      return first
    }
  }

  /// The state of one input of a zip.
  @usableFromInline
  struct ZipInput<Element> {
    /// The values that have arrived and do not have counterparts yet.
    @usableFromInline var waiting = Ring<Element>()
    @usableFromInline var hasFinished = false

    @inlinable
    init() {}
  }
}

extension Publishers.ZipManyRule: Codable where Element: Codable {}
extension Publishers.ZipInput: Codable where Element: Codable {}
