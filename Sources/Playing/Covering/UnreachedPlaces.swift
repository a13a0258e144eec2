import StreamModels
import Values

/// The places that were not reached, so that nothing inside them could be reached either.
struct UnreachedPlaces {
  private struct Place: Hashable {
    let file: String
    let origin: Int
    var path: DocumentPath

    init(_ point: CoveragePoint) {
      (file, origin, path) = (point.location.file, point.origin, point.path)
    }
  }

  /// Streams that were never played, and operators that never received anything.
  private var dead: Set<Place> = []
  /// Places where `catch` did not catch a failure, so that its stream was not played.
  private var uncaught: Set<Place> = []

  init(_ points: some Sequence<CoveragePoint>) {
    for point in points where point.count == 0 {
      switch point.kind {
      case .stream, .operator: dead.insert(Place(point))
      case .outcome(.catch, _): uncaught.insert(Place(point))
      case .outcome, .branch: break
      }
    }
  }

  /// Whether an unreached place makes a point unreachable.
  func imply(_ point: CoveragePoint) -> Bool {
    var place = Place(point)
    if case .outcome = point.kind, dead.contains(place) { return true }
    while let last = place.path.components.last {
      place.path.removeLast()
      // A definition can be played even if its enclosing document is not.
      if case .key("definitions") = last { return false }
      if dead.contains(place) || uncaught.contains(place) { return true }
    }
    return false
  }
}
