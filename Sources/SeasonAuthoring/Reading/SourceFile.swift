import Glibc

/// A text file of an author, without what depends on the editor or on the checkout: every line ends with a
/// line feed, and there is no byte order mark.
///
/// So the same commit has the same content on Windows and on Linux. Lines keep their numbers.
package struct SourceFile: Equatable, Sendable {
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = Self.withLineFeeds(Self.withoutMark(bytes))
    }

    /// The bytes without the byte order mark that editors on Windows put at the beginning; it says nothing.
    package static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    /// A carriage return that does not end a line stays: the checks report it.
    private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
        guard hasCarriageReturn(bytes) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            // A checkout of such a file may add a second one.
            while byte == UInt8(ascii: "\n"), result.last == UInt8(ascii: "\r") {
                result.removeLast()
            }
            result.append(byte)
        }
        return result
    }

    private static func hasCarriageReturn(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memchr($0, 0x0D, bytes.count) != nil } ?? false
        }
    }
}
