import CEL

extension Library {
    /// `timestamp(x)`, `duration(x)` and the functions that read parts of them, with named time zones.
    public static let times = Library(
        [
            .global("timestamp", 1...1, timestamp),
            .global("duration", 1...1, duration),
            clock("getHours", { $0.hour }, { $0 / 3_600_000_000_000 }),
            clock("getMinutes", { $0.minute }, { $0 / 60_000_000_000 }),
            clock("getSeconds", { $0.second }, { $0 / 1_000_000_000 }),
            .member("getMilliseconds", 1...2, milliseconds),
            calendar("getFullYear") { $0.year },
            calendar("getMonth") { $0.month - 1 },
            calendar("getDate") { $0.day },
            calendar("getDayOfMonth") { $0.day - 1 },
            calendar("getDayOfWeek") { $0.dayOfWeek },
            calendar("getDayOfYear") { $0.dayOfYear },
        ])

    private static func timestamp(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .timestamp: return arguments[0]
        case .int(let seconds):
            guard let moment = Value.Timestamp(seconds: seconds) else {
                throw FunctionError(
                    .overflow,
                    "timestamp: expected seconds within the years 1 to 9999, found \(seconds)")
            }
            return .timestamp(moment)
        case .string(let text):
            guard text.utf8.count <= CELLimits.numberBytesMax, let moment = Value.Timestamp(text)
            else {
                throw unreadable("timestamp", "a time such as '2023-02-03T23:31:20Z'", text)
            }
            return .timestamp(moment)
        default: throw mismatch("timestamp", "text or an integer", arguments[0])
        }
    }

    private static func duration(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .duration: return arguments[0]
        case .string(let text):
            guard text.utf8.count <= CELLimits.numberBytesMax, let span = Value.Duration(text)
            else {
                throw unreadable("duration", "a span up to 292 years such as '1h30m'", text)
            }
            return .duration(span)
        default: throw mismatch("duration", "text", arguments[0])
        }
    }

    private static func milliseconds(
        _ arguments: [Value], _ budget: inout Budget
    ) throws(FunctionError) -> Value {
        switch arguments[0] {
        case .timestamp(let moment):
            // A zone has no effect here, but a wrong one is a mistake.
            _ = try local("getMilliseconds", arguments, moment)
            return .int(Int64(moment.nanoseconds) / 1_000_000)
        case .duration(let span) where arguments.count == 1:
            // The part after the seconds, as the conformance suite wants it.
            return .int(span.nanoseconds % 1_000_000_000 / 1_000_000)
        default: throw mismatch("getMilliseconds", "a timestamp or a duration", arguments[0])
        }
    }

    /// A part that timestamps have, and durations as a whole.
    private static func clock(
        _ name: String, _ part: @escaping @Sendable (CivilTime) -> Int64,
        _ whole: @escaping @Sendable (Int64) -> Int64
    ) -> Function {
        .member(name, 1...2) { (arguments, _) throws(FunctionError) in
            switch arguments[0] {
            case .timestamp(let moment): return .int(part(try local(name, arguments, moment)))
            case .duration(let span) where arguments.count == 1:
                return .int(whole(span.nanoseconds))
            default: throw mismatch(name, "a timestamp or a duration", arguments[0])
            }
        }
    }

    /// A part that only timestamps have.
    private static func calendar(
        _ name: String, _ part: @escaping @Sendable (CivilTime) -> Int64
    ) -> Function {
        .member(name, 1...2) { (arguments, _) throws(FunctionError) in
            guard case .timestamp(let moment) = arguments[0] else {
                throw mismatch(name, "a timestamp", arguments[0])
            }
            return .int(part(try local(name, arguments, moment)))
        }
    }

    /// The date and time in the zone of the second argument, or in UTC.
    private static func local(
        _ name: String, _ arguments: [Value], _ moment: Value.Timestamp
    ) throws(FunctionError) -> CivilTime {
        guard arguments.count == 2 else { return CivilTime(seconds: moment.seconds) }
        guard case .string(let zone) = arguments[1] else {
            throw mismatch(name, "a time zone as text", arguments[1])
        }
        let offset = try TimeZone.offset(zone, atSeconds: moment.seconds)
        return CivilTime(seconds: moment.seconds + offset)
    }
}
