import Composable

/// A client that finds repositories.
struct SearchClient: Sendable {
  var search: @Sendable (String) async throws -> [Repository]
}

/// The reason why a search failed.
struct SearchError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension SearchClient: DependencyKey {
  static let liveValue = SearchClient { query in try await CurlSearch(query: query).run() }
}

extension DependencyValues {
  var searchClient: SearchClient {
    get { self[SearchClient.self] }
    set { self[SearchClient.self] = newValue }
  }
}
