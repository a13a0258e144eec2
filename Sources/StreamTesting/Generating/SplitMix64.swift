public import Composable

/// Random numbers that are the same for the same seed, on every machine and in every version: the
/// generator that dependencies have, too.
public typealias SplitMix64 = SeededGenerator
