package import Expressions
import StreamModels

/// A hot stream of values on which expressions failed, or that were late: a side output of the
/// operators and inputs that name it.
package struct SideOutputPlan: Sendable {
  /// The number of the document whose operators name it.
  package let document: Int
  package let name: String
}

/// An operator that drops values, which are counted.
package struct DropSite: Sendable {
  /// The place of the operator.
  package let place: ExpressionPlace
  package let reason: DropReason
  /// The name of the stream that receives the values; nil if they are only counted.
  package var output: String?
}

/// The treatment of values that a stage drops: those on which an expression fails, if the stage does
/// not fail then, or those that it drops by its own rule.
package struct Tolerance: Sendable {
  /// The number of the operator, under which its dropped values are counted.
  package let site: Int
  /// The number of the side output that receives the values; nil if they are only counted.
  package let output: Int?
  /// Counts its dropped values for coverage; nil if coverage is not measured.
  package var hits: HitCounter?
}

/// The side outputs of a plan, and the operators that drop values. The plans of operator lists within
/// it share them.
final class SideOutputTable {
  private(set) var outputs: [SideOutputPlan] = []
  private(set) var sites: [DropSite] = []

  /// Returns the number of a side output.
  func number(of name: String, in document: Int) -> Int {
    if let known = outputs.firstIndex(where: { $0.name == name && $0.document == document }) {
      return known
    }
    outputs.append(SideOutputPlan(document: document, name: name))
    return outputs.count - 1
  }

  /// Adds an operator that drops values; returns its number.
  func add(_ site: DropSite) -> Int {
    sites.append(site)
    return sites.count - 1
  }

  /// Adds an operator that drops values for a reason; nil if it fails instead.
  func add(
    _ policy: ErrorPolicy, for reason: DropReason, at place: ExpressionPlace
  ) -> Tolerance? {
    let output: String?
    switch policy.kind {
    case .fail: return nil
    case .skip, .drop: output = nil
    case .output(let name): output = name
    }
    return Tolerance(
      site: add(DropSite(place: place, reason: reason, output: output)),
      output: output.map { number(of: $0, in: place.document) })
  }
}
