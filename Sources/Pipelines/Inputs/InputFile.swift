import Platform
import Values

/// A file that an input names in `path`.
package struct InputFile: Hashable, Sendable {
  /// Its path for people: relative, if that of the stream file is.
  package let name: String
  /// Its absolute path, without links.
  package let path: String
  /// Whether a pattern or a folder led to it.
  package let isListed: Bool
}

extension Program {
  /// Finds the files that inputs name in `path`, by the names of these inputs.
  ///
  /// - Parameter bound: The names of inputs that are bound to something else.
  package func inputFiles(
    _ access: PathAccess, besides bound: Set<String>
  ) throws(Diagnostics) -> [String: [InputFile]] {
    var found: [String: [InputFile]] = [:]
    var diagnostics = Diagnostics()
    for number in plan.usedInputs.sorted() {
      let input = plan.inputs[number]
      let name = input.source.name
      guard !input.source.paths.isEmpty, !bound.contains(name) else { continue }
      let source = sources.indices.contains(input.document) ? sources[input.document] : nil
      var mistakes = Diagnostics()
      do throws(InputFileMistake) {
        let finder = try InputFileFinder(access, besides: source?.name)
        var files: [InputFile] = []
        for (index, path) in input.source.paths.enumerated() {
          do throws(InputFileMistake) {
            files += try finder.files(at: path)
          } catch {
            mistakes.append(error.diagnostic(of: input, pathAt: index))
          }
        }
        found[name] = files
      } catch {
        mistakes.append(error.diagnostic(of: input, pathAt: 0))
      }
      diagnostics.append(contentsOf: mistakes.located(in: source))
    }
    guard diagnostics.isEmpty else { throw diagnostics }
    return found
  }
}

/// The reason that files of an input cannot be read.
struct InputFileMistake: Error {
  let message: String
  /// Whether the files would have to be allowed.
  var isOutside = false

  fileprivate func diagnostic(of input: InputPlan, pathAt index: Int) -> Diagnostic {
    let isList = input.source.paths.count > 1 || input.source.pathsAsWritten != nil
    let name = input.source.name.abbreviated
    return Diagnostic(
      .unreadableFile, message,
      hint: isOutside
        ? "allow another folder by '--allow-path DIR', or bind the file by '--input \(name)=PATH'"
        : "bind another one by '--input \(name)=PATH'",
      at: isList ? input.pathPlace.appending(index) : input.pathPlace)
  }
}
