/// The limits that make patterns from untrusted sources harmless.
package enum PatternLimits {
  /// The maximum number of Unicode scalars in the text of a pattern.
  package static let length = 10_000
  /// The maximum nesting of groups, and of repetitions.
  package static let nesting = 250
  /// The maximum number of instructions, with counted repetitions expanded.
  package static let size = 10_000
  /// The maximum number of instructions that a search follows.
  package static let steps = 256_000_000
}
