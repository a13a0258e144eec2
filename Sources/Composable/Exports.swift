// A feature's publishers and schedulers are those of 'Reactive': one import covers both.
@_exported public import Reactive
