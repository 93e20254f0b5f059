import CELStandard

/// A file of the system's zone data (TZif, RFC 9636).
struct ZoneFile {
    private let bytes: [UInt8]

    private static let headBytes = 44
    /// Changes of one zone: prevents a long list; the longest has 240.
    private static let changesMax = 4_000
    /// Seconds that clocks can differ from UTC.
    private static let offsets: ClosedRange<Int64> = -93_599...93_599

    /// Takes the content of a file.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// What the file says; nil if it has another form.
    var history: ZoneHistory? {
        guard let first = Head(bytes, at: 0, timeBytes: 4) else { return nil }
        // The first block has 32 bits and is there for old readers.
        guard first.version >= UInt8(ascii: "2") else { return history(first, rule: nil) }
        guard let second = Head(bytes, at: first.end, timeBytes: 8) else { return nil }
        return history(second, rule: ZoneRule.table(footer(from: second.end)))
    }

    /// One block's counts (RFC 9636 §3.1), and where its parts are.
    private struct Head {
        let version: UInt8
        let timeCount: Int
        let typeCount: Int
        let timeBytes: Int
        /// Where the times begin; their types and the types follow.
        let start: Int
        let end: Int

        init?(_ bytes: [UInt8], at begin: Int, timeBytes: Int) {
            guard begin >= 0, bytes.count - begin >= headBytes,
                bytes[begin..<begin + 4].elementsEqual("TZif".utf8)
            else { return nil }
            let counts = (0..<6).map { ZoneFile.number(bytes, begin + 20 + 4 * $0, 4) }
            guard counts.allSatisfy({ (0...Int64(changesMax)).contains($0) }) else { return nil }
            let small = counts.map { Int($0) }
            version = bytes[begin + 4]
            (timeCount, typeCount) = (small[3], small[4])
            self.timeBytes = timeBytes
            start = begin + headBytes
            let leaps = small[2] * (timeBytes + 4)
            end =
                start + timeCount * (timeBytes + 1) + typeCount * 6 + small[5] + leaps + small[1]
                + small[0]
            guard end <= bytes.count else { return nil }
        }
    }

    private func history(_ head: Head, rule: String?) -> ZoneHistory? {
        let kinds = head.start + head.timeCount * head.timeBytes
        let types = kinds + head.timeCount
        var changes: [ZoneHistory.Change] = []
        for at in 0..<head.timeCount {
            let kind = Int(bytes[kinds + at])
            guard kind < head.typeCount else { return nil }
            let offset = Self.number(bytes, types + 6 * kind, 4)
            guard Self.offsets.contains(offset) else { return nil }
            let second = Self.number(bytes, head.start + at * head.timeBytes, head.timeBytes)
            changes.append(ZoneHistory.Change(second: second, offset: offset))
        }
        return ZoneHistory(changes: changes, rule: rule)
    }

    /// The text between the two line breaks at the end.
    private func footer(from start: Int) -> ArraySlice<UInt8> {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\n") else { return [] }
        return bytes[(start + 1)...].prefix { $0 != UInt8(ascii: "\n") }
    }

    /// A signed number, the highest byte first; the bytes are there.
    private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> Int64 {
        let bits = bytes[at..<at + count].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return Int64(bitPattern: bits << (64 - 8 * UInt64(count))) >> (64 - 8 * Int64(count))
    }
}
