public import Foundation
public import Reactive

extension JSONEncoder: TopLevelEncoder {}
extension JSONDecoder: TopLevelDecoder {}
extension PropertyListEncoder: TopLevelEncoder {}
extension PropertyListDecoder: TopLevelDecoder {}

// 'RunLoop.main' and 'OperationQueue.main' are the main actor's wall clock where a scheduler is
// expected, as in 'receive(on: RunLoop.main)'.
extension RunLoop: MainQueueScheduling {}
extension OperationQueue: MainQueueScheduling {}
