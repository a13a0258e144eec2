import Playing
import Records
import StreamModels
import Values

/// The data against which a file is checked.
package struct DataChoice: Sendable {
  /// The paths of the files to which inputs are bound, by their names.
  package var paths: [String: String] = [:]
  /// The format of all files; nil if it is determined by the inputs or by the names of the files.
  package var format: RecordFormat?
  /// The folders from which the files named by inputs are read.
  package var access = PathAccess()

  /// Chooses the files that inputs name, in the folder of the stream file.
  package init() {}
}

extension Program {
  /// Reads the first records of the inputs, by their numbers. Data that cannot be read causes a
  /// warning.
  package func samples(of data: DataChoice) -> ([Int: RecordSample], Diagnostics) {
    let (files, mistakes) = foundInputFiles(data.access, besides: Set(data.paths.keys))
    var warnings = mistakes.items.map { mistake in
      var warning = mistake
      warning.severity = .warning
      return warning
    }
    var samples: [Int: RecordSample] = [:]
    for number in plan.usedInputs.sorted() where plan.inputs[number].stated == nil {
      let input = plan.inputs[number]
      let name = input.source.name
      let bound = data.paths[name].map { InputBinding.file($0, format: data.format) }
      guard let binding = bound ?? files[name].map({ .files($0, format: data.format) }) else {
        continue
      }
      do throws(InputError) {
        samples[number] = try RecordSample(of: binding, in: input.source.records)
      } catch {
        let warning = Diagnostic(
          .unreadableFile, error.message, at: input.place(of: "input"), severity: .warning)
        warnings.append(located(warning, in: input.document))
      }
    }
    return (samples, Diagnostics(warnings))
  }
}
