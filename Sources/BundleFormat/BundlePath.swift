/// A file's place in a bundle: `samples/2024casj_qm1.json`.
///
/// It is relative, with at most ``BundleLimits/pathSegmentsMax`` names of `A–Z a–z 0–9 . _ -` that
/// do not start with a dot or a dash. So `..` is refused: a path cannot leave its folder. It also cannot be
/// hidden, look like an option, or mean two things on two file systems.
public struct BundlePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The path with `/` between its names.
    public let description: String

    /// Makes a path from a text; nil if the text is not such a path.
    public init?(_ text: String) {
        guard Self.accepts(text.utf8) else { return nil }
        description = text
    }

    /// Makes a path from an archive's bytes; nil if they are not such a path, or not ASCII.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count <= BundleLimits.pathBytesMax else { return nil }
        // Invalid UTF-8 becomes U+FFFD, which is refused.
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    /// The names from the bundle's folder down; the last is the file's.
    public var segments: [String] {
        description.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }

    /// The name of the sample that the file is: `2024casj_qm1` of `samples/2024casj_qm1.json`; nil for other files.
    public var sampleName: String? {
        let (path, folder, end) = (description.utf8, "\(BundleFile.samples)/".utf8, ".json".utf8)
        let name = path.dropFirst(folder.count).dropLast(end.count)
        guard !name.isEmpty, path.starts(with: folder), path.suffix(end.count).elementsEqual(end)
        else { return nil }
        return String(Substring(name))
    }

    /// The order of the bytes, which is the order in manifests and archives.
    public static func < (left: BundlePath, right: BundlePath) -> Bool {
        // All bytes are ASCII, and Swift compares ASCII texts by their bytes.
        left.description < right.description
    }

    private static func accepts(_ bytes: String.UTF8View) -> Bool {
        guard bytes.count <= BundleLimits.pathBytesMax else { return false }
        var segments = 1
        var atStart = true
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "/"):
                guard !atStart else { return false }
                segments += 1
                atStart = true
            case UInt8(ascii: "."), UInt8(ascii: "-"):
                guard !atStart else { return false }
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                atStart = false
            default: return false
            }
        }
        return !atStart && segments <= BundleLimits.pathSegmentsMax
    }
}
