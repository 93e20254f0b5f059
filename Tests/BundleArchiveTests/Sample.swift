import BundleArchive
import BundleFormat
import Files
import Testing

/// A small bundle of the year 2024 for tests to spoil.
enum Sample {
    static let files = [
        "match.json": #"{"format":1,"title":"Crescendo Crescendo Crescendo"}"#,
        "samples/qm1.json": #"{"key":"2024casj_qm1"}"#,
        "samples/qm1.txt": "Total  48  36\n",
    ]

    static func year(_ number: Int = 2024) throws -> BundleYear {
        try #require(BundleYear(number))
    }

    static func path(_ text: String) throws -> BundlePath { try #require(BundlePath(text)) }

    static func bundle(
        _ files: [String: String] = Self.files, year: Int = 2024
    ) throws -> BundleContents {
        var contents: [BundlePath: [UInt8]] = [:]
        for (path, text) in files { contents[try Self.path(path)] = Array(text.utf8) }
        return try BundleContents(year: Self.year(year), files: contents)
    }

    /// The bundle as a zip whose every field can be changed.
    static func zip(_ bundle: BundleContents? = nil) throws -> LyingZip {
        let bundle = try bundle ?? Self.bundle()
        let manifest = LyingZip.Entry("manifest.json", bundle.manifest.encoded())
        return LyingZip(
            entries: [manifest]
                + bundle.manifest.files.map { .init("\($0.path)", bundle.files[$0.path] ?? []) })
    }
}

extension Unpacker {
    /// Turns a packed bundle into a folder, or leaves nothing; when this returns, the disk has it.
    static func unpack(
        zip: String, into directory: String, expecting: ContentVersion, year: BundleYear,
        limits: BundleLimits = .standard
    ) throws {
        let (folder, name) = try Folder.above(directory)
        try stage(
            zip: zip, as: name, in: folder, expecting: expecting, year: year, limits: limits
        ).sync()
    }
}
