// What stands for 'import Combine' in a program that has Foundation anyway.
@_exported public import Foundation
@_exported public import Reactive
