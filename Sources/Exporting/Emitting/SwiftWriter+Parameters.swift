import Checking
import StreamModels

extension SwiftWriter {
  /// Returns the parameters that a level declares and that are values.
  func parameters(of level: Int) -> [SwiftParameter] {
    linker.scopes[level].declarations.compactMap { declaration in
      let parameter = SwiftParameter(declaration.name, at: level, in: self)
      return parameter.isValue ? parameter : nil
    }
  }

  /// Returns the level that declares a name that is visible from a level; nil if none does.
  func declaringLevel(of name: String, from level: Int) -> Int? {
    var next: Int? = level
    while let level = next {
      if linker.scopes[level].declarations.contains(where: { $0.name == name }) { return level }
      next = linker.scopes[level].parent
    }
    return nil
  }

  /// Returns the identifier of a parameter.
  func name(of parameter: String, at level: Int) -> String {
    let key = key(of: parameter, at: level)
    if let known = parameterNames[key] { return known }
    let name = names.member(parameter)
    parameterNames[key] = name
    return name
  }

  /// Notes a place where the value of a parameter is a constant, because its type does not fit, or
  /// an input whose reading depends on the parameter.
  func noteConstant(_ name: String, from level: Int, in place: SwiftConstantPlace) {
    guard let declaring = declaringLevel(of: name, from: level),
      SwiftParameter(name, at: declaring, in: self).isValue
    else { return }
    let key = key(of: name, at: declaring)
    if constantPlaces[key]?.contains(place) != true {
      constantPlaces[key, default: []].append(place)
    }
  }

  /// Returns sentences about the places where a parameter's value is a constant; nil if there are
  /// none.
  func remark(about parameter: String, at level: Int) -> String? {
    constantPlaces[key(of: parameter, at: level)]?.map(\.sentence).joined(separator: " ")
  }

  /// Returns the remarks about the parameters that a level declares.
  func remarks(at level: Int) -> [String] {
    linker.scopes[level].declarations.compactMap { declaration in
      remark(about: declaration.name, at: level)
        .map { "The parameter '\(declaration.name)': \($0)" }
    }
  }

  /// Returns a key for the place of a parameter's declaration, because streams with other values
  /// have other levels.
  private func key(of parameter: String, at level: Int) -> String {
    let scope = linker.scopes[level]
    return "\(scope.document) \(scope.path) \(parameter)"
  }
}

/// A place that uses a parameter, but in which another value of the parameter has no effect.
enum SwiftConstantPlace: Equatable {
  /// A part of the code, described in words.
  case code(String)
  /// The reading of an input, which is not part of the code.
  case reading(input: String)

  fileprivate var sentence: String {
    switch self {
    case .code(let place): "\(place) is a constant, and does not depend on it."
    case .reading(let input): "How the input '\(input)' is read does not depend on it."
    }
  }
}
