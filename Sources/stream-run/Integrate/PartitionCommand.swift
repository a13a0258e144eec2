import Console
import Expressions
import Pipelines
import Platform
import Values

/// Finds the keys that the inputs of a file can be split by, or splits the lines of one of them.
struct PartitionCommand: FileCommand {
  typealias Settings = PartitionSettings

  let file: String
  let settings: PartitionSettings

  func run() -> ExitCode {
    if file == "-" { sayReading(of: "a stream file") }
    if let refusal = files.refusal() { return refusal }
    guard let source = SourceText.ofStreamFile(file) else { return .unreadableFile }
    let partitioning: Partitioning
    do throws(Diagnostics) {
      // The lines to be split come from standard input, even if the stream file names a file.
      partitioning = try Partitioning(
        source, stream: settings.stream,
        settings: ParameterSettings(settings.parameters, of: settings.stream),
        access: settings.split == nil ? PathAccess(allowing: settings.allowedPaths) : nil,
        besides: Set(settings.inputs.map(\.name)))
    } catch {
      return refuse(error)
    }
    if !partitioning.warnings.isEmpty {
      complain(partitioning.warnings, style: settings.color.style(for: .standardError))
    }
    do throws(UsageError) {
      guard let name = settings.split else { return try report(partitioning) }
      return split(try input(named: name, for: "--split", of: partitioning))
    } catch {
      complain(error.report)
      return .usage
    }
  }

  private var files: FileUse {
    var use = FileUse(of: .partition)
    use.prints(to: nil)
    use.readsStream(file, settings.inputs)
    if settings.split != nil {
      use.readsStandardInput(as: "the lines to split (standard input)")
    }
    return use
  }

  /// Ends a command for a file that has mistakes or whose inputs cannot be split.
  static func refusal(of source: SourceText, _ playing: PlayingSettings) -> ExitCode? {
    do throws(Diagnostics) {
      _ = try Partitioning(source, stream: playing.stream, settings: playing.parameterSettings)
      return nil
    } catch {
      var settings = PartitionSettings()
      settings.color = playing.color
      return PartitionCommand(file: source.name, settings: settings).refuse(error)
    }
  }

  /// Prints why the inputs cannot be split, or the mistakes of the file.
  private func refuse(_ mistakes: Diagnostics) -> ExitCode {
    let isSound = mistakes.items.allSatisfy(\.code.isAboutPartitions)
    if isSound, settings.format == .json {
      let code = print(
        .object(
          Object([
            Member(key: "splittable", value: .bool(false)),
            Member(key: "reasons", value: .array(mistakes.encoded)),
          ])))
      return code == .done ? .unmet : code
    }
    complain(mistakes, style: settings.color.style(for: .standardError))
    guard isSound else { return .invalidFile }
    complain("stream-run: the inputs of '\(file)' cannot be split by a key".onOneLine)
    return .unmet
  }

  private func input(
    named name: String, for option: String, of partitioning: Partitioning
  ) throws(UsageError) -> Partitioning.Input {
    if let input = partitioning.inputs.first(where: { $0.source.name == name }) { return input }
    let names = partitioning.inputs.map(\.source.name)
    throw UsageError(
      "option '\(option)' names '\(name)', which is not an input of '\(file)'",
      hint: Suggestion.hint(for: name, among: names) ?? Suggestion.list(of: names),
      command: .partition)
  }

  // MARK: - The keys

  private func report(_ partitioning: Partitioning) throws(UsageError) -> ExitCode {
    var tallies: [String: KeyTally] = [:]
    for bound in settings.inputs {
      let input = try input(named: bound.name, for: "--input", of: partitioning)
      do throws(InputError) {
        tallies[bound.name] = try KeyTally(
          input, in: bound.path, format: settings.inputFormat, bigNumbers: settings.bigNumbers)
      } catch {
        complain("stream-run: \(error.message)".onOneLine)
        return .unreadableFile
      }
    }
    guard settings.format == .text else {
      return print(partitioning.json(with: tallies.mapValues(\.json)))
    }
    let width = partitioning.inputs.map { $0.source.name.count }.max() ?? 0
    var text = ""
    for input in partitioning.inputs {
      let name = input.source.name
      let blanks = String(repeating: " ", count: width - name.count)
      let key = input.keyText.map { "by \($0)" } ?? "any split works: no operator combines records"
      text += "\(name)\(blanks)  \(key)".onOneLine + "\n"
      if let tally = tallies[name] {
        text += String(repeating: " ", count: width + 2) + tally.line + "\n"
      }
    }
    return print(text)
  }

  private func print(_ value: Value) -> ExitCode { print("\(value)\n") }

  private func print(_ text: String) -> ExitCode {
    let output = OutputFile(.standardOutput)
    output.write(text)
    return output.close()
  }

  // MARK: - The lines

  /// Writes the number of the part for each line of standard input.
  private func split(_ input: Partitioning.Input) -> ExitCode {
    var splitter = RecordSplitter(
      input, format: settings.inputFormat, bigNumbers: settings.bigNumbers)
    var blocks = LineBlocks(.standardInput)
    let output = OutputFile(.standardOutput)
    sayReading(of: "records of the input '\(input.source.name)'")
    while output.isOpen {
      switch blocks.next() {
      case .lines(let lines):
        var answers: [UInt8] = []
        answers.reserveCapacity(lines.count + lines.count / 4)
        do throws(RecordSplitter.Failure) {
          try splitter.split(lines, into: &answers)
        } catch {
          complain("stream-run: \(error.message)".onOneLine)
          _ = output.close()
          return .outputError
        }
        output.write(answers)
      case .end: return output.close()
      case .failed(let reason):
        complain("stream-run: standard input cannot be read: \(reason)".onOneLine)
        _ = output.close()
        return .unreadableFile
      }
    }
    return output.close()
  }
}

extension KeyTally {
  /// A sentence about the sizes of the parts.
  fileprivate var line: String {
    let bad = badCount > 0 ? ", \(badCount) of them bad" : ""
    let records = "\(recordCount) records\(bad)"
    guard keyCount > 0 else { return records }
    let more = uncountedRecords > 0 ? "more than " : ""
    let share = Seconds(nanoseconds: Int64(largest) * 1000 / Int64(recordCount) * 100_000_000).text
    return "\(records), \(more)\(keyCount) keys, of which the largest has \(largest) (\(share) %)"
  }
}
