import Values

extension DocumentPath {
  mutating func append(_ component: Component) {
    components.append(component)
  }

  mutating func removeLast() {
    components.removeLast()
  }

  static func + (left: DocumentPath, right: DocumentPath) -> DocumentPath {
    DocumentPath(left.components + right.components)
  }
}
