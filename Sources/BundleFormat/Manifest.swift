import JSON

/// The list of a bundle's files, each with its length and hash.
///
/// A manifest has only one spelling, canonical JSON, so equal bundles have equal content versions.
public struct Manifest: Equatable, Sendable {
    /// One file of the bundle.
    public struct File: Equatable, Sendable {
        /// Its place.
        public let path: BundlePath
        /// Bytes.
        public let lengthBytes: Int
        /// 64 lower-case hexadecimal digits.
        public let sha256: String

        /// Describes one file.
        public init(path: BundlePath, lengthBytes: Int, sha256: String) {
            self.path = path
            self.lengthBytes = lengthBytes
            self.sha256 = sha256
        }
    }

    /// The level of the description language that a renderer must know to use the bundle.
    public let format: Int
    /// The season.
    public let year: BundleYear
    /// Every file except the manifest itself, sorted by path.
    public let files: [File]

    /// Makes the manifest of all files but itself; fails if two paths collide or something is beyond `limits`.
    public init(
        year: BundleYear, files: [File], format: Int = 1, limits: BundleLimits = .standard
    ) throws(BundleFormatError) {
        self.format = format
        self.year = year
        self.files = files.sorted { $0.path < $1.path }
        try check(limits)
    }

    private init(format: Int, year: BundleYear, files: [File]) {
        self.format = format
        self.year = year
        self.files = files
    }

    /// The content of `manifest.json`: canonical JSON.
    public func encoded() -> [UInt8] {
        let files = files.map { file in
            #"{"length":\#(file.lengthBytes),"path":"\#(file.path)","sha256":"\#(file.sha256)"}"#
        }
        let text =
            #"{"files":[\#(files.joined(separator: ","))],"format":\#(format),"year":\#(year)}"#
        return Array(text.utf8)
    }

    /// Reads the content of `manifest.json`, as a publisher writes it: ``encoded()`` gives the same bytes again.
    public static func decode(
        _ bytes: [UInt8], limits: BundleLimits = .standard
    ) throws(BundleFormatError) -> Manifest {
        let manifest = try decoding(
            BundleFile.manifest, bytes, lengthBytesMax: limits.manifestBytesMax, shape)
        try manifest.check(limits)
        guard manifest.encoded() == bytes else {
            throw BundleFormatError(
                subject: BundleFile.manifest, problem: "expected canonical JSON, found another form"
            )
        }
        return manifest
    }

    /// The level that a manifest's bytes need if it is higher than this build's; nil for every other file.
    public static func levelBeyondThisBuild(_ bytes: [UInt8]) -> Int? {
        let limits = JSONLimits(lengthBytesMax: BundleLimits.standard.manifestBytesMax, depthMax: 8)
        guard let level = (try? JSON.parse(bytes, limits: limits))?["format"]?.integerValue,
            level > Int64(BundleFormat.newest), level <= Int64(TargetName.formatMax)
        else { return nil }
        return Int(level)
    }

    /// The level of a manifest that was checked before; reads only the end, where the level is; nil if there is none.
    public static func level(ofChecked bytes: [UInt8]) -> Int? {
        let mark = Array(#"],"format":"#.utf8)
        // The level and the year have few digits.
        let end = bytes.suffix(mark.count + 24)
        guard
            let start = end.indices.last(where: { end[$0...].starts(with: mark) })
        else { return nil }
        let digits = end[(start + mark.count)...].prefix { $0 != UInt8(ascii: ",") }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    private static func shape(_ cursor: JSONCursor) throws(JSONShapeError) -> Manifest {
        // Check the format first: with another format the rest may mean anything.
        let levels = BundleFormat.levels
        let found = try cursor.member("format").number(
            "a level from \(levels.lowerBound) to \(levels.upperBound); a higher one needs a newer program"
        ) {
            levels.contains($0) ? $0 : nil
        }
        try cursor.only(["files", "format", "year"])
        let year = try cursor.member("year").year()
        var files: [File] = []
        for element in try cursor.member("files").elements() {
            try element.only(["length", "path", "sha256"])
            files.append(
                File(
                    path: try element.member("path").text("a plain relative path") {
                        BundlePath($0)
                    },
                    lengthBytes: Int(
                        clamping: try element.member("length").integer(in: 0...(1 << 40))),
                    sha256: try element.member("sha256").text("64 lower-case hex digits") {
                        isSHA256($0) ? $0 : nil
                    }))
        }
        return Manifest(format: found, year: year, files: files)
    }

    func check(_ limits: BundleLimits) throws(BundleFormatError) {
        guard files.count <= limits.filesMax else {
            throw wrong("files", "expected at most \(limits.filesMax), found \(files.count)")
        }
        var total = 0
        for file in files {
            guard file.lengthBytes <= limits.fileBytesMax else {
                throw wrong(
                    "\(file.path)",
                    "expected at most \(limits.fileBytesMax) bytes, found \(file.lengthBytes)")
            }
            // This cannot overflow: at most `filesMax` times `fileBytesMax`.
            total += file.lengthBytes
        }
        guard total <= limits.unpackedBytesMax else {
            throw wrong(
                "files", "expected at most \(limits.unpackedBytesMax) bytes in all, found \(total)")
        }
        try checkPaths()
    }

    /// Refuses two paths that some file system would treat as one file, or as a file and a folder.
    private func checkPaths() throws(BundleFormatError) {
        // Each place with its spelling and whether it is a file, and its index by its path in lower case.
        var places: [(spelling: String, isFile: Bool)] = [(BundleFile.manifest, true)]
        var indexes = [BundleFile.manifest: 0]
        var last: BundlePath?
        for file in files {
            if let last, !(last < file.path) {
                throw wrong(
                    "\(file.path)", "expected paths sorted and once each, found it after \(last)")
            }
            last = file.path
            var place = ""
            let segments = file.path.segments
            for (at, segment) in segments.enumerated() {
                place += at == 0 ? segment : "/\(segment)"
                let isFile = at == segments.count - 1
                let index = indexes.updateValue(places.count, forKey: place.lowercased())
                places.append((place, isFile))
                guard let former = index.map({ places[$0] }) else { continue }
                guard !isFile, !former.isFile, former.spelling == place else {
                    throw wrong("\(file.path)", "expected no collision, found \(former.spelling)")
                }
            }
        }
    }

    private func wrong(_ subject: String, _ problem: String) -> BundleFormatError {
        BundleFormatError(subject: "\(BundleFile.manifest): \(subject)", problem: problem)
    }
}
