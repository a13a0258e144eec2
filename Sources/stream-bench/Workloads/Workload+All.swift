/// The workloads: those of the whole engine by number, then those of a part.
let workloads: [any Workload.Type] = [
  UntimedWorkload.self, SerialWorkload.self, MergeOf8Workload.self, MergeOf1000Workload.self,
  ZipWorkload.self, ChainWorkload.self, RandomEventsWorkload.self, TimersWorkload.self,
  ReadingWorkload.self, RecordsWorkload.self, ProcessWorkload.self, FieldWorkload.self,
  StartWorkload.self,
  FilteredLogWorkload.self, WindowedLogWorkload.self, WideLogWorkload.self,
  TypedExpressionWorkload.self, UntypedExpressionWorkload.self,
  DebounceWorkload.self, ThrottleWorkload.self, CollectWorkload.self, GroupByWorkload.self,
  NewKeyWorkload.self, InnerRunWorkload.self,
  RootStoreWorkload.self, ScopedStoreWorkload.self,
]
