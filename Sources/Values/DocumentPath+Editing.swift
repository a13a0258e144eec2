extension DocumentPath {
  package mutating func append(_ component: Component) {
    components.append(component)
  }

  package mutating func removeLast() {
    components.removeLast()
  }

  package static func + (left: DocumentPath, right: DocumentPath) -> DocumentPath {
    DocumentPath(left.components + right.components)
  }
}
