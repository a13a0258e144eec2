enum JSONWriter { static func text(of value: Value) -> [UInt8] { [] } }
