import BundleFormat
import Files

/// Turns a packed bundle into a folder, or into nothing at all.
public enum Unpacker {
    /// Unpacks a bundle and holds every byte of it against its manifest, and that against its version.
    ///
    /// The zip's layout is checked first, then its manifest, then each file while it is written. When this
    /// returns, every file and folder is on the disk; `directory`'s own name is its parent's to keep.
    ///
    /// - Parameters:
    ///   - zip: the packed bundle's path.
    ///   - directory: the folder to make; it must not be there, the one above it must.
    ///   - expecting: the version that signed metadata names.
    ///   - year: the season that signed metadata names.
    ///   - limits: what is accepted at most.
    /// - Returns: the manifest.
    /// - Throws: ``ArchiveError``; the folder is gone then.
    @discardableResult
    public static func unpack(
        zip: String, into directory: String, expecting: ContentVersion, year: BundleYear,
        limits: BundleLimits = .standard
    ) throws(ArchiveError) -> Manifest {
        // In memory as a whole, so that what is checked is what is unpacked.
        let bytes = try read(zip, limits)
        return try bytes.withUnsafeBufferPointer { (bytes) throws(ArchiveError) in
            let zip = UnsafeRawBufferPointer(bytes)
            try ZipLayout.check(zip, limits)
            let reader = try ZipReader(zip)
            let manifestBytes = try manifest(reader, limits)
            let manifest = try check(manifestBytes, expecting, year, limits)
            try manifest.checkRatio(zipBytes: zip.count, limits)
            try StagedBundle.make(directory) { (staged) throws(ArchiveError) in
                let writer = try staged.create(BundleFile.manifest)
                try onDisk { () throws(FileError) in
                    try writer.append(manifestBytes)
                    try writer.synchronize()
                }
                for file in manifest.files {
                    try unpack(file, from: reader, to: staged.create("\(file.path)"))
                }
                try reader.end()
            }
            return manifest
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
        _ reader: ZipReader, _ limits: BundleLimits
    ) throws(ArchiveError) -> [UInt8] {
        try reader.next(BundleFile.manifest)
        var bytes: [UInt8] = []
        try reader.read(BundleFile.manifest, lengthBytesMax: limits.manifestBytesMax) {
            (piece) throws(ArchiveError) in bytes.append(contentsOf: piece)
        }
        return bytes
    }

    private static func unpack(
        _ file: Manifest.File, from reader: ZipReader, to writer: FileWriter
    ) throws(ArchiveError) {
        let path = "\(file.path)"
        try reader.next(path, lengthBytes: file.lengthBytes)
        var hasher = ContentHasher()
        try reader.read(path, lengthBytesMax: file.lengthBytes) { (piece) throws(ArchiveError) in
            hasher.update(piece)
            try onDisk { () throws(FileError) in try writer.append(piece) }
        }
        try file.check(lengthBytes: writer.lengthBytes, sha256: hasher.hex())
        try onDisk { () throws(FileError) in try writer.synchronize() }
    }
}

/// Reads a manifest and holds it against what signed metadata says of the bundle.
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

extension Manifest.File {
    /// Refuses content that is not what the manifest lists.
    func check(lengthBytes: Int, sha256: String) throws(ArchiveError) {
        guard lengthBytes == self.lengthBytes else {
            throw .wrong("\(path)", expected: "\(self.lengthBytes) bytes", found: "\(lengthBytes)")
        }
        guard sha256 == self.sha256 else {
            throw .wrong("\(path)", expected: "the hash \(self.sha256)", found: sha256)
        }
    }
}
