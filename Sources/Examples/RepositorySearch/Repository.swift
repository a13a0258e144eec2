/// A result of a search.
struct Repository: Equatable, Codable, Sendable {
  var name: String
  var stars: Int
  var description: String?

  enum CodingKeys: String, CodingKey {
    case name = "full_name"
    case stars = "stargazers_count"
    case description
  }
}
