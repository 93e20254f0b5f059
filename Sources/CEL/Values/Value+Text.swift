extension Value {
    /// The value as text, as `%s` shows it.
    ///
    /// Lists and maps are shown with everything in them, maps in the order of their keys as text.
    func text(_ budget: inout Budget) throws(FunctionError) -> String {
        var bytes: [UInt8] = []
        try append(to: &bytes, &budget)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func append(to bytes: inout [UInt8], _ budget: inout Budget) throws(FunctionError) {
        try budget.spend()
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let truth): bytes += (truth ? "true" : "false").utf8
        case .int(let number): bytes += "\(number)".utf8
        case .uint(let number): bytes += "\(number)".utf8
        case .double(let number):
            bytes +=
                (number.isFinite ? NumberText.shortest(number) : NumberText.named(number)).utf8
        case .string(let text):
            try budget.reserve(bytes.count + text.utf8.count)
            try budget.scan(text.utf8.count)
            bytes += text.utf8
        case .bytes(let content):
            try budget.reserve(bytes.count + content.count)
            try budget.scan(content.count)
            bytes += content
        case .timestamp(let moment): bytes += moment.text.utf8
        case .duration(let span): bytes += span.text.utf8
        case .type(let name): bytes += name.description.utf8
        case .list(let list):
            bytes.append(UInt8(ascii: "["))
            for index in 0..<list.count {
                if index > 0 { bytes += ", ".utf8 }
                try list[index].append(to: &bytes, &budget)
            }
            bytes.append(UInt8(ascii: "]"))
        case .map(let map): try Self.append(map, to: &bytes, &budget)
        case .optional: throw mismatch("format '%s'", "a value", self)
        }
        // The caller pays for the whole; here we only keep the text from growing beyond what it can pay.
        try budget.reserve(bytes.count)
    }

    private static func append(
        _ map: any MapValue, to bytes: inout [UInt8], _ budget: inout Budget
    ) throws(FunctionError) {
        try budget.spend(map.count)
        var entries: [(key: String, value: Value)] = []
        for key in map.keys {
            if let value = map.value(for: key) {
                entries.append((try key.value.text(&budget), value))
            }
        }
        entries = entries.ordered { $0.key.precedesByCodePoint($1.key) }
        bytes.append(UInt8(ascii: "{"))
        for (index, entry) in entries.enumerated() {
            if index > 0 { bytes += ", ".utf8 }
            bytes += entry.key.utf8
            bytes += ": ".utf8
            try entry.value.append(to: &bytes, &budget)
        }
        bytes.append(UInt8(ascii: "}"))
    }
}
