extension StreamModel {
  /// The items of a serial stream; empty for a model with another source.
  ///
  /// Setting items makes the model a serial stream. Setting an empty array does not replace another
  /// source.
  public var stream: [StreamItem<Element>] {
    get {
      if case .stream(let items) = source { Array(items) } else { [] }
    }
    set {
      if case .stream = source {} else if newValue.isEmpty { return }
      source = .stream(StreamItems(newValue))
    }
  }
}
