import BundleFormat
import Files

/// Turns a packed bundle into a folder, or leaves nothing.
package enum Unpacker {
    /// Unpacks a bundle, and compares every byte with the manifest and the manifest with its
    /// version.
    ///
    /// It checks the zip's layout first, then its manifest, then each file while it is written.
    /// When this returns, the disk has every file and folder, except the name of `directory` in its
    /// parent.
    ///
    /// - Parameters:
    ///   - zip: the packed bundle's path.
    ///   - directory: the folder to make; it must not exist, its parent must.
    ///   - expecting: the version that signed metadata names.
    ///   - year: the season that signed metadata names.
    ///   - limits: the limits.
    /// - Returns: the manifest.
    /// - Throws: ``ArchiveError``; then the folder does not exist.
    @discardableResult
    package static func unpack(
        zip: String, into directory: String, expecting: ContentVersion, year: BundleYear,
        limits: BundleLimits = .standard
    ) throws(ArchiveError) -> Manifest {
        let (folder, name) = try mapFileErrors(to: ArchiveError.disk) { () throws(FileError) in
            try Folder.above(directory)
        }
        let (manifest, written) = try stage(
            zip: zip, as: name, in: folder, expecting: expecting, year: year, limits: limits)
        try written.sync(orRemove: name, in: folder)
        return manifest
    }

    /// Unpacks a bundle like ``unpack(zip:into:expecting:year:limits:)``, but does not wait for the
    /// disk.
    ///
    /// - Parameters:
    ///   - zip: the packed bundle's path.
    ///   - path: the folder to make, below `folder`; it must not exist, the one above it must.
    ///   - folder: where the path begins.
    ///   - expecting: the version that signed metadata names.
    ///   - year: the season that signed metadata names.
    ///   - limits: the limits.
    /// - Returns: the manifest, and the files to wait for.
    /// - Throws: ``ArchiveError``; then the folder does not exist.
    package static func stage(
        zip: String, as path: String, in folder: Folder, expecting: ContentVersion,
        year: BundleYear, limits: BundleLimits = .standard
    ) throws(ArchiveError) -> (manifest: Manifest, written: WrittenBundle) {
        // Read all of it into memory, so that the checked bytes are the unpacked bytes.
        let bytes = try read(zip, limits)
        return try open(bytes, expecting, year, limits) {
            (manifest, manifestBytes, files) throws(ArchiveError) in
            let written = try StagedBundle.make(path, in: folder) { (staged) throws(ArchiveError) in
                try staged.write(manifestBytes, to: BundleFile.manifest)
                for (file, entry) in Swift.zip(manifest.files, files) {
                    let bytes = try entry.unpacked()
                    try file.check(bytes)
                    try staged.write(bytes, to: entry.path)
                }
            }
            return (manifest, written)
        }
    }

    /// Unpacks a bundle in memory, with the checks of ``unpack(zip:into:expecting:year:limits:)``.
    ///
    /// - Parameters:
    ///   - zip: the packed bundle.
    ///   - expecting: the version that signed metadata names.
    ///   - year: the season that signed metadata names.
    ///   - limits: the limits.
    /// - Returns: its files.
    /// - Throws: ``ArchiveError``.
    package static func contents(
        of zip: [UInt8], expecting: ContentVersion, year: BundleYear,
        limits: BundleLimits = .standard
    ) throws(ArchiveError) -> BundleContents {
        try open(zip, expecting, year, limits) { (manifest, _, entries) throws(ArchiveError) in
            var files: [BundlePath: [UInt8]] = [:]
            for (file, entry) in Swift.zip(manifest.files, entries) {
                let bytes = try entry.unpacked()
                try file.check(bytes)
                files[file.path] = bytes
            }
            return BundleContents(verified: files, manifest, expecting)
        }
    }

    /// A bundle's manifest, with all checks of the zip; no file is unpacked.
    ///
    /// - Parameters:
    ///   - zip: the packed bundle.
    ///   - expecting: the version that signed metadata names.
    ///   - year: the season that signed metadata names.
    ///   - limits: the limits.
    /// - Returns: the manifest.
    /// - Throws: ``ArchiveError``.
    package static func manifest(
        of zip: [UInt8], expecting: ContentVersion, year: BundleYear,
        limits: BundleLimits = .standard
    ) throws(ArchiveError) -> Manifest {
        try open(zip, expecting, year, limits) { (manifest, _, _) in manifest }
    }

    /// One file of a bundle, with all checks of the zip and of that file.
    ///
    /// - Parameters:
    ///   - path: the file's path in the bundle.
    ///   - zip: the packed bundle.
    ///   - expecting: the version that signed metadata names.
    ///   - year: the season that signed metadata names.
    ///   - limits: the limits.
    /// - Returns: its bytes; nil if the bundle has no such file.
    /// - Throws: ``ArchiveError``.
    package static func file(
        _ path: String, of zip: [UInt8], expecting: ContentVersion, year: BundleYear,
        limits: BundleLimits = .standard
    ) throws(ArchiveError) -> [UInt8]? {
        try open(zip, expecting, year, limits) { (manifest, _, entries) throws(ArchiveError) in
            for (file, entry) in Swift.zip(manifest.files, entries)
            where file.path.description == path {
                let bytes = try entry.unpacked()
                try file.check(bytes)
                return bytes
            }
            return nil
        }
    }

    /// Runs `body` with a zip's bytes, its manifest, and its entries, which were compared with the
    /// manifest.
    private static func open<Value>(
        _ bytes: [UInt8], _ expecting: ContentVersion, _ year: BundleYear, _ limits: BundleLimits,
        _ body: (Manifest, [UInt8], ArraySlice<ZipEntry>) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        try bytes.withUnsafeBufferPointer { (bytes) throws(ArchiveError) in
            let zip = UnsafeRawBufferPointer(bytes)
            let entries = try ZipLayout.entries(of: zip, limits)
            let manifestBytes = try manifest(entries, limits)
            let manifest = try check(manifestBytes, expecting, year, limits)
            try manifest.checkRatio(zipBytes: zip.count, limits)
            let files = entries.dropFirst()
            try manifest.check(files)
            return try body(manifest, manifestBytes, files)
        }
    }

    private static func read(_ zip: String, _ limits: BundleLimits) throws(ArchiveError) -> [UInt8]
    {
        do throws(FileError) {
            return try Files.read(zip, lengthBytesMax: limits.zipBytesMax)
        } catch {
            guard error.isTooLong else { throw .disk(error) }
            throw .wrong("zip", expected: "at most \(limits.zipBytesMax) bytes", found: "more")
        }
    }

    private static func manifest(
        _ entries: [ZipEntry], _ limits: BundleLimits
    ) throws(ArchiveError) -> [UInt8] {
        guard let first = entries.first, first.path == BundleFile.manifest else {
            throw .wrong(
                "zip", expected: BundleFile.manifest,
                found: shown((entries.first?.path ?? "").utf8))
        }
        guard first.lengthBytes <= limits.manifestBytesMax else {
            throw .wrong(
                first.path, expected: "at most \(limits.manifestBytesMax) bytes",
                found: "\(first.lengthBytes)")
        }
        return try first.unpacked()
    }
}

/// Reads a manifest and compares it with what signed metadata says about the bundle.
func check(
    _ manifest: [UInt8], _ expected: ContentVersion?, _ year: BundleYear?, _ limits: BundleLimits
) throws(ArchiveError) -> Manifest {
    let version = ContentVersion(hashing: manifest)
    guard expected ?? version == version else {
        throw .wrong(
            BundleFile.manifest, expected: "the version \(expected ?? version)", found: "\(version)"
        )
    }
    let decoded = try inFormat { () throws(BundleFormatError) in
        try Manifest.decode(manifest, limits: limits)
    }
    guard year ?? decoded.year == decoded.year else {
        throw .wrong(
            BundleFile.manifest, expected: "the year \(year ?? decoded.year)",
            found: "\(decoded.year)")
    }
    return decoded
}

extension Manifest {
    /// Refuses a zip whose entries after the manifest are not exactly the listed files, in their
    /// order.
    fileprivate func check(_ entries: ArraySlice<ZipEntry>) throws(ArchiveError) {
        for (file, entry) in zip(files, entries) {
            guard entry.path == file.path.description else {
                throw .wrong("zip", expected: "\(file.path)", found: shown(entry.path.utf8))
            }
            guard entry.lengthBytes == file.lengthBytes else {
                throw .wrong(
                    entry.path, expected: "\(file.lengthBytes) bytes",
                    found: "\(entry.lengthBytes)")
            }
        }
        guard entries.count <= files.count else {
            throw .wrong("zip", expected: "the end of the entries", found: "one that is not listed")
        }
        guard entries.count == files.count else {
            throw .wrong(
                "zip", expected: "\(files[entries.count].path)", found: "no more entries")
        }
    }
}

extension Manifest.File {
    /// Refuses content that differs from the manifest.
    func check(_ bytes: [UInt8]) throws(ArchiveError) {
        guard bytes.count == lengthBytes else {
            throw .wrong("\(path)", expected: "\(lengthBytes) bytes", found: "\(bytes.count)")
        }
        let found = ContentHasher.hex(of: bytes)
        guard found == sha256 else {
            throw .wrong("\(path)", expected: "the hash \(sha256)", found: found)
        }
    }
}
