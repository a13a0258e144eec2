package import Values

extension Diagnostics {
  /// Finds the locations of diagnostics that have only a path, and sorts all by place.
  package func located(in source: SourceText?) -> Diagnostics {
    guard let source, !isEmpty else { return self }
    let places = source.locations(of: items.map(\.path))
    var located = self
    located.updateEach { index, diagnostic in
      let place = places[index].map { diagnostic.isAtKey ? $0.key ?? $0.value : $0.value }
      if diagnostic.location == nil, var offset = place {
        if let range = diagnostic.rangeInString {
          offset = source.offset(ofScalar: range.lowerBound, inStringAt: offset) ?? offset
        }
        diagnostic.location = SourceLocation(offset: offset, in: source)
      }
      diagnostic.findEnd(in: source, ofStringAt: place)
    }
    located.sort()
    return located
  }
}
