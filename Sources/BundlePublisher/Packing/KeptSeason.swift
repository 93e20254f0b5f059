import BundleArchive
import BundleFormat
import Files

/// A file of the cache: a season's zip and, behind it, its face.
///
/// Its name says what is in it.
struct KeptSeason: Sendable {
    let folder: String
    let year: BundleYear
    let key: String
    let version: ContentVersion
    /// The level of the description language that it needs.
    let format: Int
    /// The zip's SHA-256, 64 lower-case hexadecimal digits.
    let sha256: String
    /// The zip's length: the face begins there.
    let zipBytes: Int
    /// The first digits of the face's SHA-256; none if there is no face.
    let faceDigits: String

    /// Digits of a hash that show damage of a face: no trust depends on a face.
    private static let faceDigitsCount = 16
    /// Bytes of a face at most: a season's page is a few kilobytes.
    private static let faceBytesMax = 4 << 20

    var name: String {
        [year.description, key, version.hex, sha256, "\(zipBytes)", faceDigits, "\(format)"]
            .joined(separator: "-")
    }
    var path: String { "\(folder)/\(name)" }

    init(_ packed: PackedSeason, face: [UInt8], key: String, in folder: String) {
        self.folder = folder
        self.key = key
        year = packed.year
        version = packed.version
        format = packed.format
        sha256 = packed.sha256
        zipBytes = packed.lengthBytes
        faceDigits = Self.digits(face)
    }

    /// Reads a file's name; nil if it does not have the parts of a kept season's name.
    init?(named name: String, in folder: String) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 7, let year = BundleYear(parts[0]),
            let version = ContentVersion(parts[2]), let zipBytes = Int(parts[4]),
            let format = Int(parts[6])
        else { return nil }
        self.folder = folder
        self.year = year
        self.version = version
        self.format = format
        self.zipBytes = zipBytes
        (key, sha256, faceDigits) = (parts[1], parts[3], parts[5])
    }

    /// The zip, after its hash was checked; nil if it is damaged or gone.
    ///
    /// A damaged file is removed.
    func zip() -> [UInt8]? {
        let zip = read().map { Array($0.prefix(zipBytes)) }
        guard let zip, ContentHasher.hex(of: zip) == sha256 else {
            try? Files.remove(path)
            return nil
        }
        return zip
    }

    /// The face; nil if it is damaged or gone, or was never there.
    func face() -> SeasonFace? {
        guard let bytes = read()?.dropFirst(zipBytes), Self.digits(Array(bytes)) == faceDigits
        else { return nil }
        return SeasonFace(bytes)
    }

    private func read() -> [UInt8]? {
        try? Files.read(
            path, lengthBytesMax: BundleLimits.standard.zipBytesMax + Self.faceBytesMax)
    }

    private static func digits(_ face: [UInt8]) -> String {
        face.isEmpty ? "" : String(ContentHasher.hex(of: face).prefix(faceDigitsCount))
    }
}
