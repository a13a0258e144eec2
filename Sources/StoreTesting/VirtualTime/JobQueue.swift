/// A job that is ready to run.
struct ReadyJob {
  let job: UnownedJob
  /// Whether the job arrived through the runtime's hook, and therefore from a task that does not
  /// prefer this run.
  let isEscaped: Bool
}

/// The jobs that are ready to run, in the order in which they became ready.
struct JobQueue {
  private var jobs: [ReadyJob] = []
  private var head = 0

  var count: Int { jobs.count - head }

  subscript(index: Int) -> ReadyJob { jobs[head + index] }

  mutating func append(_ job: ReadyJob) {
    jobs.append(job)
  }

  /// Removes a job. The others keep their order.
  mutating func remove(at index: Int) -> ReadyJob {
    guard index == 0 else { return jobs.remove(at: head + index) }
    // Usually there is only one job, and then none has to be moved.
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
