import Reactive

/// The choices among ready jobs in one run, and the jobs that ran.
struct JobTrace: Sendable {
  struct Choice: Sendable {
    let instant: Instant
    /// The names of the jobs, in the order in which they became ready.
    let jobs: [String]
    let chosen: Int
  }

  private(set) var choices: [Choice] = []
  /// The numbers of tasks within the run, by their numbers within the process.
  private var numbers: [UInt32: Int] = [:]

  mutating func note(_ ready: JobQueue, chosen: Int, at instant: Instant) {
    let jobs = (0..<ready.count).map { name(of: ready[$0].job) }
    if jobs.count > 1 { choices.append(Choice(instant: instant, jobs: jobs, chosen: chosen)) }
  }

  /// Returns the name of a queued job. Its task is alive.
  private mutating func name(of job: UnownedJob) -> String {
    guard let record = TaskRecord(job) else { return "an actor" }
    let next = numbers.count + 1
    let number = numbers[record.number] ?? next
    numbers[record.number] = number
    return record.name.map { "'\($0)'" } ?? (number == 1 ? "the test" : "task \(number)")
  }
}
