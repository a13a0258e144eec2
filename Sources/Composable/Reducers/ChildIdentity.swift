/// Tells whether a child's state is still that of the same child: by its identity, or of an enum by its
/// case and the identity of what the case holds.
struct ChildIdentity<ChildState> {
  enum Mark: Equatable {
    case absent
    case present(AnyHashable?, tag: UInt32?)

    var isThere: Bool { self != .absent }
  }

  private let traits: StateTraits
  private let layout: EnumLayout?
  private let cases: CaseTraits

  init() {
    traits = StateTraits(of: ChildState.self)
    layout = EnumLayout(ChildState.self)
    cases = CaseTraits()
  }

  func of(_ state: ChildState?) -> Mark {
    guard let state else { return .absent }
    guard let layout else { return .present(traits.id(of: state), tag: nil) }
    let tag = layout.tag(of: state)
    if let id = traits.id(of: state) { return .present(id, tag: tag) }
    let payload = cases.of(tag, in: layout)
    guard payload.isIdentifiable else { return .present(nil, tag: tag) }
    let value = Mirror(reflecting: state).children.first?.value
    return .present(value.flatMap(payload.id(of:)), tag: tag)
  }

  /// Whether the state goes with the first action of the child.
  func isEphemeral(_ state: ChildState?) -> Bool {
    if traits.isEphemeral { return true }
    guard let state, let layout else { return false }
    return cases.of(layout.tag(of: state), in: layout).isEphemeral
  }
}

/// Properties of a type of states, kept because asking each value is slow.
private struct StateTraits {
  let isIdentifiable: Bool
  let isEphemeral: Bool

  init(of type: Any.Type?) {
    isIdentifiable = type is any Identifiable.Type
    isEphemeral = type is any EphemeralState.Type
  }

  func id(of value: Any) -> AnyHashable? {
    guard isIdentifiable, let identifiable = value as? any Identifiable else { return nil }
    return Self.id(of: identifiable)
  }

  private static func id<Value: Identifiable>(of value: Value) -> AnyHashable {
    AnyHashable(value.id)
  }
}

/// The payloads of an enum's cases, each looked up once.
private final class CaseTraits {
  private var known: [UInt32: StateTraits] = [:]

  func of(_ tag: UInt32, in layout: EnumLayout) -> StateTraits {
    if let traits = known[tag] { return traits }
    let traits = StateTraits(of: layout.payload(of: tag)?.type)
    known[tag] = traits
    return traits
  }
}
