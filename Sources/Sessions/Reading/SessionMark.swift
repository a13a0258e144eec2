import Pipelines
import Values

/// The annotation `$session` of a recorded session.
struct SessionMark {
  static let key: Text = "$session"

  var actions: String?
  var state: Value?

  /// Nil if the document is not marked.
  init?(_ annotations: [Member]) {
    guard let member = annotations.first(where: { $0.key == Self.key }) else { return nil }
    guard case .object(let object) = member.value else { return }
    if case .string(let name) = object["actions"] { actions = name.string }
    state = object["state"]
  }
}

/// The annotations of an item of a session.
struct ItemMark {
  private static let by: Text = "$by"
  private static let state: Text = "$state"
  static let effect: Value = "effect"

  var isFromEffect = false
  var state: Value?
  /// The value of `$by`, if it is invalid.
  var mistake: Value?

  init(_ annotations: [Member]) {
    for member in annotations {
      switch member.key {
      case Self.by:
        isFromEffect = member.value == Self.effect
        if !isFromEffect, member.value != "user" { mistake = member.value }
      case Self.state: state = member.value
      default: break
      }
    }
  }

  var isEmpty: Bool { !isFromEffect && state == nil && mistake == nil }
}
