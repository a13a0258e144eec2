public import Composable

/// Random numbers that are the same for the same seed, on every machine and in every version: the
/// same generator that dependencies use.
public typealias SplitMix64 = SeededGenerator
