/// Writes a tar in the oldest common form (POSIX ustar): the same files give the same bytes.
package enum TarWriter {
    private static let blockBytes = 512
    /// 1980-01-01T00:00:00Z, as in our zips.
    private static let modified = 315_532_800

    /// A tar of files, in the given order.
    ///
    /// - Parameter files: paths with at most 255 bytes of ASCII, and contents below 8 GiB.
    /// - Returns: its bytes; nil if a path does not fit.
    package static func tar(_ files: [(path: String, bytes: [UInt8])]) -> [UInt8]? {
        var tar: [UInt8] = []
        tar.reserveCapacity(files.reduce(1_024) { $0 + 2 * blockBytes + $1.bytes.count })
        for file in files {
            guard let header = header(file.path, lengthBytes: file.bytes.count) else { return nil }
            tar += header
            tar += file.bytes
            tar += zeros(-file.bytes.count & (blockBytes - 1))
        }
        return tar + zeros(2 * blockBytes)
    }

    private static func header(_ path: String, lengthBytes: Int) -> [UInt8]? {
        guard let (folder, name) = parts(path), let length = octal(lengthBytes, 12) else {
            return nil
        }
        let blank = [UInt8](repeating: UInt8(ascii: " "), count: 8)
        let fields: [[UInt8]] = [
            padded(name, 100), Array("0000644\0".utf8), Array("0000000\0".utf8),
            Array("0000000\0".utf8), length, octal(modified, 12) ?? [], blank, [UInt8(ascii: "0")],
            zeros(100), Array("ustar\0".utf8), Array("00".utf8), zeros(32), zeros(32),
            Array("0000000\0".utf8), Array("0000000\0".utf8), padded(folder, 155), zeros(12),
        ]
        var header = Array(fields.joined())
        let sum = header.reduce(0) { $0 + Int($1) }
        header.replaceSubrange(148..<156, with: (octal(sum, 7) ?? []) + [UInt8(ascii: " ")])
        return header
    }

    /// Splits a path at a slash, so that each part fits its field; nil if none does.
    private static func parts(_ path: String) -> (folder: [UInt8], name: [UInt8])? {
        let bytes = Array(path.utf8)
        if bytes.count <= 100 { return ([], bytes) }
        let places = bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }
        guard let place = places.first(where: { bytes.count - $0 - 1 <= 100 && $0 <= 155 }) else {
            return nil
        }
        return (Array(bytes[..<place]), Array(bytes[(place + 1)...]))
    }

    /// Octal digits and a zero byte; nil if they do not fit.
    private static func octal(_ value: Int, _ width: Int) -> [UInt8]? {
        let digits = Array(String(value, radix: 8).utf8)
        guard digits.count < width else { return nil }
        return [UInt8](repeating: UInt8(ascii: "0"), count: width - 1 - digits.count) + digits + [0]
    }

    private static func padded(_ bytes: [UInt8], _ width: Int) -> [UInt8] {
        bytes + zeros(width - bytes.count)
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
