import JSON

/// An answer of the API as the disk keeps it: one line of facts, then the body as it came.
struct StoredAnswer: Equatable {
    /// The whole address; a file counts only if it names this address.
    let address: String
    /// The server's mark for the body; nil if it sent none.
    var entityTag: String?
    /// Seconds that the body counts as fresh after it was confirmed.
    var freshSeconds: Int64
    let body: [UInt8]
    /// Unix second of the server's last confirmation; the file's own time.
    var confirmedSecond: Int64

    /// The whole file.
    var fileBytes: [UInt8] {
        let head: JSON = [
            "version": 1, "address": .string(address),
            "entityTag": entityTag.map(JSON.string) ?? nil,
            "freshSeconds": .integer(freshSeconds),
            "lengthBytes": .integer(Int64(body.count)),
        ]
        return head.serialized() + [UInt8(ascii: "\n")] + body
    }

    /// Seconds since the confirmation; 0 if the clock went back.
    func ageSeconds(at now: Int64) -> Int64 { max(0, now - confirmedSecond) }

    /// Seconds until the server is asked again; 0 if it is time, or the clock went back.
    func freshSeconds(at now: Int64) -> Int64 {
        now < confirmedSecond ? 0 : max(0, freshSeconds - (now - confirmedSecond))
    }
}

extension StoredAnswer {
    /// Reads a file; nil unless it is a whole one for this address.
    init?(_ bytes: [UInt8], address: String, confirmedSecond: Int64) {
        let end = bytes.prefix(SourceLimits.headBytesMax).firstIndex(of: UInt8(ascii: "\n"))
        guard let end,
            let head = try? JSON.parse(
                Array(bytes[..<end]),
                limits: JSONLimits(lengthBytesMax: SourceLimits.headBytesMax, valuesMax: 20)),
            head["version"]?.integerValue == 1, head["address"]?.stringValue == address,
            let freshSeconds = head["freshSeconds"]?.integerValue,
            (0...SourceLimits.freshSecondsMax).contains(freshSeconds)
        else { return nil }
        let body = Array(bytes[(end + 1)...])
        guard head["lengthBytes"]?.integerValue == Int64(body.count) else { return nil }
        self.init(
            address: address, entityTag: head["entityTag"]?.stringValue,
            freshSeconds: freshSeconds, body: body, confirmedSecond: confirmedSecond)
    }
}
