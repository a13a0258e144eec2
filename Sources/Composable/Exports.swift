// A feature's publishers and schedulers are those of 'Reactive': a listing has one import for both.
@_exported public import Reactive
