/// A job that may run now.
struct ReadyJob {
  let job: UnownedJob
  /// Whether it came by the runtime's hook, and so from a task that does not prefer this run.
  let isEscaped: Bool
}

/// The jobs that may run now, in the order in which they became ready.
struct JobLine {
  private var jobs: [ReadyJob] = []
  private var head = 0

  var count: Int { jobs.count - head }

  subscript(index: Int) -> ReadyJob { jobs[head + index] }

  mutating func append(_ job: ReadyJob) {
    jobs.append(job)
  }

  /// Takes a job out; the others keep their order.
  mutating func remove(at index: Int) -> ReadyJob {
    guard index == 0 else { return jobs.remove(at: head + index) }
    // Mostly there is one, and then nothing is to be moved.
    if jobs.count == 1, let only = jobs.popLast() { return only }
    let job = jobs[head]
    head += 1
    if head == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 1024, head > jobs.count / 2 {
      jobs.removeFirst(head)
      head = 0
    }
    return job
  }
}
