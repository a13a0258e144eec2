import Checking
package import Records
package import StreamModels
package import Values

extension Program {
  /// Finds the files that inputs name in `path`, and returns them by the names of these inputs.
  ///
  /// - Parameter bound: The names of inputs that are bound to something else.
  package func inputFiles(
    _ access: PathAccess, besides bound: Set<String>
  ) throws(Diagnostics) -> [String: [InputFile]] {
    let (files, mistakes) = foundInputFiles(access, besides: bound)
    guard mistakes.isEmpty else { throw mistakes }
    return files
  }

  /// Finds the same files, and returns the mistakes of some inputs together with the files of the
  /// others.
  package func foundInputFiles(
    _ access: PathAccess, besides bound: Set<String>
  ) -> ([String: [InputFile]], Diagnostics) {
    var found: [String: [InputFile]] = [:]
    let mistakes = plan.inputsInUse.mistakesOfPaths(access, besides: bound, in: sources) {
      (input, finder, path) throws(InputFileMistake) in
      found[input.source.name, default: []] += try finder.files(at: path)
    }
    return (found, mistakes)
  }
}

extension Sequence<InputPlan> {
  /// Returns the mistakes of inputs whose `path` leads to a place that must not be read. Reads
  /// nothing.
  ///
  /// - Parameter bound: The names of inputs that are bound to something else.
  package func misplacedInputs(
    _ access: PathAccess, besides bound: Set<String>, in sources: [SourceText?]
  ) -> Diagnostics {
    mistakesOfPaths(access, besides: bound, in: sources) {
      (_, finder, path) throws(InputFileMistake) in try finder.check(path)
    }
  }

  /// Calls `visit` with each path of the inputs that are used, and returns the mistakes that it
  /// throws, at the places of the paths.
  fileprivate func mistakesOfPaths(
    _ access: PathAccess, besides bound: Set<String>, in sources: [SourceText?],
    _ visit: (InputPlan, InputFileFinder, String) throws(InputFileMistake) -> Void
  ) -> Diagnostics {
    var diagnostics = Diagnostics()
    for input in self {
      guard !input.source.paths.isEmpty, !bound.contains(input.source.name) else { continue }
      let source = sources.indices.contains(input.document) ? sources[input.document] : nil
      var mistakes = Diagnostics()
      do throws(InputFileMistake) {
        let finder = try InputFileFinder(access, besides: source?.name)
        for (index, path) in input.source.paths.enumerated() {
          do throws(InputFileMistake) {
            try visit(input, finder, path)
          } catch {
            mistakes.append(error.diagnostic(of: input, pathAt: index))
          }
        }
      } catch {
        mistakes.append(error.diagnostic(of: input, pathAt: 0))
      }
      diagnostics.append(contentsOf: mistakes.located(in: source))
    }
    return diagnostics
  }
}

extension InputFileMistake {
  fileprivate func diagnostic(of input: InputPlan, pathAt index: Int) -> Diagnostic {
    let isList = input.source.paths.count > 1 || input.source.pathsAsWritten != nil
    let name = input.source.name.abbreviated
    return Diagnostic(
      .unreadableFile, message,
      hint: isOutside
        ? "allow its folder with '--allow-path DIR', or bind the file with '--input \(name)=PATH'"
        : "bind another file with '--input \(name)=PATH'",
      at: isList ? input.pathPlace.appending(index) : input.pathPlace)
  }
}
