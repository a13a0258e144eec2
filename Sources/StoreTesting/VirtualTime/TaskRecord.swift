import Platform

/// The runtime's record of a suspended task: its name, and the object that it waits for.
///
/// Nothing in the language provides this from outside the task. The layout is the one that
/// debuggers read, and it has a version. With any other version, or in a statically linked program,
/// there are no records, and messages contain less information. A record may be read only while its
/// task is known to be alive and no other thread runs it.
@safe struct TaskRecord {
  private let task: UnsafeRawPointer

  /// Nil if the job is not a task, or if the runtime is not the one that is supported here.
  init?(_ job: UnownedJob) {
    guard Self.isKnown else { return nil }
    unsafe self.init(task: unsafeBitCast(job, to: UnsafeRawPointer.self))
  }

  private init?(task: UnsafeRawPointer) {
    // Tasks are the jobs of kind 0.
    guard unsafe task.load(fromByteOffset: 32, as: UInt8.self) == 0 else { return nil }
    unsafe self.task = unsafe task
  }

  /// Whether the runtime's layout of tasks is the one described here.
  static let isKnown: Bool = {
    guard MemoryLayout<Int>.size == 8,
      let version = unsafe CurrentProcess.address(
        ofSymbol: "_swift_concurrency_debug_internal_layout_version"),
      let size = unsafe CurrentProcess.address(
        ofSymbol: "_swift_concurrency_debug_asyncTaskSize")
    else { return false }
    return unsafe version.load(as: UInt32.self) == 1 && size.load(as: Int.self) == taskSize
  }()

  private static let taskSize = 208

  /// Retains the task, which may end in the meantime, so that its record can be read.
  func whileAlive(_ body: () -> Void) {
    let object = unsafe Unmanaged<AnyObject>.fromOpaque(task).retain()
    body()
    unsafe object.release()
  }

  /// The number of the task, counted over all tasks of the process.
  var number: UInt32 { unsafe task.load(fromByteOffset: 36, as: UInt32.self) }

  /// The name of the task; nil if it has none.
  var name: String? {
    unsafe entry(ofKind: 6)?.load(fromByteOffset: 16, as: UnsafePointer<CChar>?.self)
      .map { unsafe String(cString: $0) }
  }

  /// The address at which a waiting task will resume; nil for a task that has ended.
  var placeOfResumption: UInt? {
    unsafe isComplete ? nil : task.load(fromByteOffset: 56, as: UInt.self)
  }

  private var flags: UInt64 { unsafe task.load(fromByteOffset: 96, as: UInt64.self) }
  private var isComplete: Bool { flags & 0x2000 != 0 }
  private var isElsewhere: Bool { flags & 0x1800 != 0 }

  /// The object that a task waits for.
  enum Wait {
    case task(TaskRecord)
    case group([TaskRecord])
    case continuation
    case mainActor
    /// The task is running, or is queued, on an executor other than the run's.
    case otherExecutor
    case unknown
  }

  var wait: Wait {
    guard flags & 0x4000 != 0, let entry = unsafe entry(ofKind: 0) else {
      return isElsewhere ? .otherExecutor : .unknown
    }
    switch unsafe entry.load(fromByteOffset: 32, as: UInt32.self) {
    case 1:
      let other = unsafe entry.load(fromByteOffset: 16, as: UnsafeRawPointer?.self)
      return unsafe other.flatMap { unsafe TaskRecord(task: $0) }.map { .task($0) } ?? .unknown
    case 2: return .continuation
    case 3: return .group(children)
    case 4:
      let executor = unsafe entry.load(fromByteOffset: 16, as: Int.self)
      let main = unsafe unsafeBitCast(MainActor.sharedUnownedExecutor, to: (Int, Int).self).0
      return executor == main ? .mainActor : .otherExecutor
    default: return .unknown
    }
  }

  /// The tasks of the innermost group that have not ended.
  private var children: [TaskRecord] {
    var children: [TaskRecord] = []
    var next = unsafe entry(ofKind: 2)?.load(fromByteOffset: 16, as: UnsafeRawPointer?.self)
    while let child = unsafe next, children.count < 100 {
      if let record = unsafe TaskRecord(task: child), !record.isComplete { children.append(record) }
      unsafe next = unsafe child.load(fromByteOffset: Self.taskSize + 8, as: UnsafeRawPointer?.self)
    }
    return children
  }

  /// Returns the innermost entry of a kind in the list of status records of the task.
  private func entry(ofKind kind: UInt8) -> UnsafeRawPointer? {
    var next = unsafe task.load(fromByteOffset: 104, as: UnsafeRawPointer?.self)
    while let entry = unsafe next {
      if unsafe entry.load(as: UInt8.self) == kind { return unsafe entry }
      unsafe next = unsafe entry.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)
    }
    return nil
  }
}

extension TaskRecord: CustomStringConvertible {
  var description: String {
    switch name {
    case Self.test?: Self.test
    case let name?: "task '\(name)'"
    case nil: "an unnamed task"
    }
  }

  /// The name of the task of a test.
  static let test = "the test"

}
