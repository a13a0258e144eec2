/// Determines whether a child's state still belongs to the same child: by its identity or, for an
/// enum, by its case and the identity of the case's payload.
struct ChildIdentity<ChildState> {
  enum Mark: Equatable {
    case absent
    case present(AnyHashable?, CaseMark?)

    var isThere: Bool { self != .absent }
  }

  /// The case of the state, if it is an enum.
  enum CaseMark: Equatable {
    case tag(UInt32)
    case name(String)
  }

  private let traits: StateTraits
  private let layout: EnumLayout?
  /// Whether mirrors replace the layout, because metadata does not have the expected layout.
  private let goesThroughMirrors: Bool
  private let cases: CaseTraits

  init() {
    self.init(layout: EnumLayout(ChildState.self), goesThroughMirrors: !EnumLayout.isTrusted)
  }

  init(layout: EnumLayout?, goesThroughMirrors: Bool) {
    traits = StateTraits(of: ChildState.self)
    self.layout = layout
    self.goesThroughMirrors = goesThroughMirrors
    cases = CaseTraits()
  }

  func of(_ state: ChildState?) -> Mark {
    guard let state else { return .absent }
    guard let layout else { return withoutLayout(state) }
    let tag = layout.tag(of: state)
    if let id = traits.id(of: state) { return .present(id, .tag(tag)) }
    let payload = cases.of(tag, in: layout)
    guard payload.isIdentifiable else { return .present(nil, .tag(tag)) }
    let value = Mirror(reflecting: state).children.first?.value
    return .present(value.flatMap(payload.id(of:)), .tag(tag))
  }

  private func withoutLayout(_ state: ChildState) -> Mark {
    let id = traits.id(of: state)
    guard goesThroughMirrors, let mirrored = MirroredCase(of: state) else {
      return .present(id, nil)
    }
    let payload = mirrored.payload
    return .present(
      id ?? payload.flatMap { StateTraits(of: Swift.type(of: $0)).id(of: $0) },
      .name(mirrored.name))
  }

  /// Whether the state disappears with the first action of the child.
  func isEphemeral(_ state: ChildState?) -> Bool {
    if traits.isEphemeral { return true }
    guard let state else { return false }
    guard let layout else {
      return goesThroughMirrors && MirroredCase(of: state)?.payload is any EphemeralState
    }
    return cases.of(layout.tag(of: state), in: layout).isEphemeral
  }
}

/// Properties of a type of states, stored because checking each value is slow.
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

/// The traits of the payloads of an enum's cases, each looked up once.
private final class CaseTraits {
  private var known: [UInt32: StateTraits] = [:]

  func of(_ tag: UInt32, in layout: EnumLayout) -> StateTraits {
    if let traits = known[tag] { return traits }
    let traits = StateTraits(of: layout.payload(of: tag)?.type)
    known[tag] = traits
    return traits
  }
}
