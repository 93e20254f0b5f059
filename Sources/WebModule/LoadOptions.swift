import BundleFormat
import JSON

/// Which season a call loads, and the files that it gives.
struct LoadOptions {
    /// The season.
    let year: BundleYear
    /// The content that it must be, if the caller knows.
    let version: ContentVersion?
    /// Where it came from; nil for the usual place.
    let origin: BundleOrigin?
    /// The files in the order of their bytes.
    let files: [(path: BundlePath, lengthBytes: Int)]

    /// Reads the options of a call.
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(Refusal) -> LoadOptions {
        try OptionReading.decode(bytes) { (cursor) throws(JSONShapeError) in
            try OptionReading.refuseMembers(
                of: cursor, except: ["files", "origin", "version", "year"])
            let year = try cursor.member("year")
            guard let season = BundleYear(Int(clamping: try year.integer())) else {
                throw year.mismatch("a year from 1992 to 2999")
            }
            var files: [(path: BundlePath, lengthBytes: Int)] = []
            for file in try cursor.member("files").elements() {
                try OptionReading.refuseMembers(of: file, except: ["length", "path"])
                let path = try file.member("path")
                guard let found = BundlePath(try path.string()) else {
                    throw path.mismatch("a plain relative path")
                }
                let length = try file.member("length").integer(
                    in: 0...Int64(WebLimits.dataBytesMax))
                files.append((found, Int(length)))
            }
            return LoadOptions(
                year: season, version: try version(cursor), origin: try origin(cursor), files: files
            )
        }
    }

    private static func version(_ cursor: JSONCursor) throws(JSONShapeError) -> ContentVersion? {
        guard let cursor = try OptionReading.optional("version", of: cursor) else { return nil }
        guard let version = ContentVersion(try cursor.string()) else {
            throw cursor.mismatch("64 lower-case hex digits")
        }
        return version
    }

    private static func origin(_ cursor: JSONCursor) throws(JSONShapeError) -> BundleOrigin? {
        guard let cursor = try OptionReading.optional("origin", of: cursor) else { return nil }
        guard let origin = BundleOrigin(rawValue: try cursor.string()) else {
            throw cursor.mismatch("downloaded, embedded or folder")
        }
        return origin
    }
}
