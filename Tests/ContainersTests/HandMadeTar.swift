/// A tar whose headers say anything.
struct HandMadeTar {
    private(set) var bytes: [UInt8] = []

    /// Adds an entry.
    mutating func add(
        _ name: [UInt8], type: String = "0", link: String = "", size: Int? = nil,
        content: [UInt8] = []
    ) {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ field: [UInt8], _ at: Int) {
            header.replaceSubrange(at..<(at + field.count), with: field)
        }
        func octal(_ value: Int, _ digits: Int) -> [UInt8] {
            let text = String(value, radix: 8)
            return Array((String(repeating: "0", count: digits - text.count) + text).utf8)
        }
        put(Array(name.prefix(100)), 0)
        put(octal(0o644, 7), 100)
        put(octal(0, 7), 108)
        put(octal(0, 7), 116)
        put(octal(size ?? content.count, 11), 124)
        put(octal(0, 11), 136)
        put(Array("        ".utf8), 148)
        put(Array(type.utf8), 156)
        put(Array(link.utf8), 157)
        put(Array("ustar\u{0}00".utf8), 257)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6) + [0, 0x20], 148)
        bytes += header + content
        bytes += [UInt8](repeating: 0, count: -content.count & 511)
    }

    /// Adds a plain file.
    mutating func add(_ name: String, _ content: String = "x") {
        add(Array(name.utf8), content: Array(content.utf8))
    }

    /// The whole archive.
    var whole: [UInt8] { bytes + [UInt8](repeating: 0, count: 1_024) }

    /// One with a timestamp, and what `change` adds.
    static func with(_ change: (inout HandMadeTar) -> Void) -> [UInt8] {
        var tar = HandMadeTar()
        tar.add("metadata/timestamp.json", "{}")
        change(&tar)
        return tar.whole
    }
}
