/// A value as a tree that can be printed and compared. It has the parts that mirrors show. The
/// elements of sets and dictionaries are in the order of their texts, so that a value prints the
/// same every time.
package indirect enum Dump: Equatable {
  case leaf(String)
  /// Members between brackets. `isKeyed` distinguishes members that are found by their label from
  /// elements that are ordered.
  case tree(open: String, members: [Member], close: String, isKeyed: Bool)

  package struct Member: Equatable {
    var label: String?
    var value: Dump
  }

  /// Deeper levels are not shown, so that a value of any depth prints on a shallow stack.
  private static let depthLimit = 64

  package init(_ value: Any) {
    var path: [ObjectIdentifier] = []
    self = Self.dump(value, depth: 0, &path)
  }

  private static func dump(_ value: Any, depth: Int, _ path: inout [ObjectIdentifier]) -> Dump {
    if let text = plainText(value) { return .leaf(text) }
    guard depth < depthLimit else { return .leaf("…") }
    if let value = value as? any CustomDumpRepresentable {
      return dump(value.customDumpValue, depth: depth + 1, &path)
    }
    let own = (value as? any CustomDumpReflectable)?.customDumpMirror
    let mirror = own ?? Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first else { return .leaf("nil") }
      return dump(wrapped.value, depth: depth + 1, &path)
    case .enum: return dumpEnum(value, mirror, depth, &path)
    case .collection:
      return .tree(
        open: "[", members: elements(mirror, depth, &path, isNumbered: true), close: "]",
        isKeyed: false)
    case .set:
      let members = elements(mirror, depth, &path, isNumbered: false)
      return .tree(open: "Set([", members: inOrder(members), close: "])", isKeyed: false)
    case .dictionary: return dumpDictionary(mirror, depth, &path)
    case .tuple:
      return .tree(open: "(", members: members(mirror, depth, &path), close: ")", isKeyed: true)
    case .class, .foreignReference: return dumpObject(value, mirror, depth, &path)
    case .struct: return dumpMembers(value, mirror, depth, &path)
    case nil: return .leaf(String(describing: value))
    @unknown default: return .leaf(String(describing: value))
    }
  }

  /// The text of a value without parts worth showing.
  private static func plainText(_ value: Any) -> String? {
    switch value {
    case let value as String: return value.debugDescription
    case let value as Substring: return String(value).debugDescription
    case let value as Character: return String(value).debugDescription
    case let value as any CustomDumpStringConvertible: return value.customDumpDescription
    case let value as any DumpedAsText: return value.dumpText
    case let type as Any.Type: return TypeName.of(type) + ".self"
    case let path as AnyKeyPath: return String(describing: path)
    default: return nil
    }
  }

  private static func dumpEnum(
    _ value: Any, _ mirror: Mirror, _ depth: Int, _ path: inout [ObjectIdentifier]
  ) -> Dump {
    let name = TypeName.of(mirror.subjectType)
    guard let child = mirror.children.first, let label = child.label else {
      return .leaf("\(name).\(value)")
    }
    let inner = Mirror(reflecting: child.value)
    if inner.displayStyle == .tuple {
      return .tree(
        open: "\(name).\(label)(", members: members(inner, depth, &path), close: ")", isKeyed: true)
    }
    let payload = dump(child.value, depth: depth + 1, &path)
    return .tree(
      open: "\(name).\(label)(", members: [Member(label: nil, value: payload)], close: ")",
      isKeyed: true)
  }

  private static func dumpObject(
    _ value: Any, _ mirror: Mirror, _ depth: Int, _ path: inout [ObjectIdentifier]
  ) -> Dump {
    let identity = ObjectIdentifier(value as AnyObject)
    guard !path.contains(identity) else { return .leaf("\(TypeName.of(mirror.subjectType))(↩︎)") }
    path.append(identity)
    defer { path.removeLast() }
    return dumpMembers(value, mirror, depth, &path)
  }

  private static func dumpMembers(
    _ value: Any, _ mirror: Mirror, _ depth: Int, _ path: inout [ObjectIdentifier]
  ) -> Dump {
    let members = members(mirror, depth, &path)
    // A value without parts may have its own description. Otherwise its name is shown.
    if members.isEmpty, let value = value as? any CustomStringConvertible {
      return .leaf(value.description)
    }
    let name = TypeName.of(mirror.subjectType)
    return .tree(open: name + "(", members: members, close: ")", isKeyed: true)
  }

  private static func members(
    _ mirror: Mirror, _ depth: Int, _ path: inout [ObjectIdentifier]
  ) -> [Member] {
    var members: [Member] = []
    if let parent = mirror.superclassMirror, parent.subjectType != Any.self {
      members = Self.members(parent, depth, &path)
    }
    for (place, child) in mirror.children.enumerated() {
      // The parts of a tuple without labels are called '.0', '.1' and so on.
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
      let isWrapper = label?.hasPrefix("_") == true && child.value is any HiddenFromDumps
      if isWrapper { continue }
      members.append(
        Member(
          label: label ?? (mirror.children.count > 1 ? ".\(place)" : nil),
          value: dump(child.value, depth: depth + 1, &path)))
    }
    return members
  }

  private static func elements(
    _ mirror: Mirror, _ depth: Int, _ path: inout [ObjectIdentifier], isNumbered: Bool
  ) -> [Member] {
    var members: [Member] = []
    for (place, child) in mirror.children.enumerated() {
      members.append(
        Member(
          label: isNumbered ? "[\(place)]" : nil, value: dump(child.value, depth: depth + 1, &path)
        ))
    }
    return members
  }

  private static func dumpDictionary(
    _ mirror: Mirror, _ depth: Int, _ path: inout [ObjectIdentifier]
  ) -> Dump {
    var members: [Member] = []
    for child in mirror.children {
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      guard pair.count == 2 else { continue }
      let key = dump(pair[0], depth: depth + 1, &path).lines().joined(separator: " ")
      members.append(Member(label: key, value: dump(pair[1], depth: depth + 1, &path)))
    }
    return .tree(open: "[", members: inOrder(members), close: "]", isKeyed: true)
  }

  private static func inOrder(_ members: [Member]) -> [Member] {
    members.map { (text: $0.lines().joined(separator: "\n"), member: $0) }
      .sorted { Array($0.text.utf8).lexicographicallyPrecedes(Array($1.text.utf8)) }
      .map(\.member)
  }
}

// MARK: - Lines

extension Dump {
  /// The value on separate lines, indented by two spaces for each level.
  package func lines() -> [String] {
    switch self {
    case .leaf(let text):
      return text.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
    case .tree(let open, let members, let close, _):
      if members.isEmpty { return [open + close] }
      var lines = [open]
      for (place, member) in members.enumerated() {
        lines += member.lines(comma: place < members.count - 1).map { "  " + $0 }
      }
      return lines + [close]
    }
  }

  /// The value as a string of several lines.
  package var text: String { lines().joined(separator: "\n") }

  /// The value on one line.
  package static func line(_ value: Any) -> String {
    Dump(value).oneLine
  }

  private var oneLine: String {
    switch self {
    case .leaf(let text): return text
    case .tree(let open, let members, let close, _):
      let inner = members.map { member in
        let label = member.label ?? ""
        let isName = !label.isEmpty && !label.hasPrefix(".") && !label.hasPrefix("[")
        return (isName ? label + ": " : "") + member.value.oneLine
      }
      return open + inner.joined(separator: ", ") + close
    }
  }
}

extension Dump.Member {
  func lines(comma: Bool = false) -> [String] {
    var lines = value.lines()
    if let label { lines[0] = "\(label): \(lines[0])" }
    if comma { lines[lines.count - 1] += "," }
    return lines
  }
}

/// A part of a value that does not belong to its contents: the property wrapper of a dependency.
package protocol HiddenFromDumps {}

extension Dependency: HiddenFromDumps {}
