extension StreamModel {
  /// The items of a serial stream.
  ///
  /// A model with another source has none. To set none there keeps the source; to set some makes the
  /// model a serial stream.
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
