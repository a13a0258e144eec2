import Pipelines
import Reactive
import Values

/// The engine's way through a stream file: reads it, compiles it, and plays it. Only the playback
/// is measured.
func play(_ text: [UInt8], name: String) throws -> Pass {
  let source = SourceText(name: name, bytes: text)
  let (reading, model) = try measured { try StreamModel<Value>(source) }
  let (compiling, program) = try measured { try Program(model) }
  let (time, checksum) = measured { play(program) }
  return Pass(
    time: time, checksum: checksum,
    besides: [("reading", reading), ("compiling", compiling)])
}

/// Plays a program to its end. Not inlined, so that a profiler can be limited to it.
@inline(never)
func play(_ program: Program) -> UInt64 {
  let sum = Sum()
  let scheduler = VirtualScheduler()
  Playback().play(
    program.publisher(on: scheduler), on: scheduler,
    receiveCompletion: { sum.add($1) }, receiveValue: { sum.add($0, $1) })
  return unsafe sum.checksum.value
}

/// Makes typed publishers of ints, and plays them. Only the playback is measured.
func play<P: Publisher>(_ make: (VirtualScheduler) -> P) -> Pass where P.Output == Int64 {
  let scheduler = VirtualScheduler()
  let (building, publisher) = measured { make(scheduler) }
  let (time, checksum) = measured { () -> UInt64 in
    let sum = Sum()
    let run = publisher.sink(
      receiveCompletion: { _ in sum.add(scheduler.now) },
      receiveValue: { sum.add($0, scheduler.now) })
    scheduler.run()
    return withExtendedLifetime(run) { unsafe sum.checksum.value }
  }
  return Pass(time: time, checksum: checksum, besides: [("building", building)])
}
