extension Function {
    /// The functions of the math extension on the bits of integers.
    ///
    /// Two operands of one kind, or a number and the number of places to shift.
    static let bits: [Function] = [
        binary("math.bitAnd", { $0 & $1 }, { $0 & $1 }),
        binary("math.bitOr", { $0 | $1 }, { $0 | $1 }),
        binary("math.bitXor", { $0 ^ $1 }, { $0 ^ $1 }),
        .global("math.bitNot", 1...1) { (arguments, _) throws(FunctionError) in
            switch arguments[0] {
            case .int(let number): .int(~number)
            case .uint(let number): .uint(~number)
            default: throw mismatch("math.bitNot", "an integer", arguments[0])
            }
        },
        shift("math.bitShiftLeft") { $0 << $1 },
        // Negative integers are shifted without copies of the sign, too.
        shift("math.bitShiftRight") { $0 >> $1 },
    ]

    private static func binary(
        _ name: String, _ signed: @escaping @Sendable (Int64, Int64) -> Int64,
        _ unsigned: @escaping @Sendable (UInt64, UInt64) -> UInt64
    ) -> Function {
        .global(name, 2...2) { (arguments, _) throws(FunctionError) in
            switch (arguments[0], arguments[1]) {
            case (.int(let left), .int(let right)): .int(signed(left, right))
            case (.uint(let left), .uint(let right)): .uint(unsigned(left, right))
            default:
                throw mismatch(name, "two integers of one kind", arguments[0], arguments[1])
            }
        }
    }

    private static func shift(
        _ name: String, _ shifted: @escaping @Sendable (UInt64, Int64) -> UInt64
    ) -> Function {
        .global(name, 2...2) { (arguments, _) throws(FunctionError) in
            guard case .int(let places) = arguments[1] else {
                throw mismatch(name, "an integer and an integer", arguments[0], arguments[1])
            }
            guard places >= 0 else {
                throw FunctionError(
                    .badArgument, "\(name): expected 0 or more places, found \(places)")
            }
            // Swift's shifts give 0 if all bits are moved out.
            switch arguments[0] {
            case .int(let number):
                return .int(Int64(bitPattern: shifted(UInt64(bitPattern: number), places)))
            case .uint(let number): return .uint(shifted(number, places))
            default: throw mismatch(name, "an integer and an integer", arguments[0], arguments[1])
            }
        }
    }
}
