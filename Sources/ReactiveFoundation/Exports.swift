// The counterpart of 'import Combine' in a program that imports Foundation as well.
@_exported public import Foundation
@_exported public import Reactive
