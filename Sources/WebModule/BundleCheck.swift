import BundleFormat
import CEL
import Cryptography
import JSON
import Text

/// Compares a bundle's files with its manifest.
enum BundleCheck {
    /// Checks the files of a call.
    ///
    /// - Parameters:
    ///   - options: the season, and the content if the caller expects one.
    /// - Returns: the manifest and the content's version; nil if there is no manifest.
    /// - Throws: ``Refusal`` if a file differs from the manifest, or the season from what the caller expects.
    static func check(
        _ files: GivenFiles, _ options: LoadOptions
    ) throws(Refusal) -> (manifest: Manifest, version: ContentVersion)? {
        guard let bytes = files[BundleFile.manifest] else {
            guard options.version == nil else {
                throw Refusal(
                    .damagedBundle, "\(BundleFile.manifest): expected the list of files, found none"
                )
            }
            return nil
        }
        let manifest = try manifest(Array(bytes))
        guard manifest.year == options.year else {
            throw Refusal(
                .damagedBundle,
                "\(BundleFile.manifest): expected the season \(options.year), found \(manifest.year)"
            )
        }
        guard let version = ContentVersion(sha256(bytes)),
            options.version == nil || areEqual(options.version, version)
        else {
            throw Refusal(
                .damagedBundle,
                "\(BundleFile.manifest): expected the content "
                    + "\(options.version?.short ?? ""), found another")
        }
        try compare(files, manifest)
        return (manifest, version)
    }

    /// The SHA-256 of some bytes as 64 lower-case hexadecimal digits.
    private static func sha256(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var hash = SHA256()
        hash.update(bufferPointer: UnsafeRawBufferPointer(bytes))
        var digits: [UInt8] = []
        for byte in hash.finalize() {
            for digit in [byte >> 4, byte & 15] {
                digits.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func areEqual(_ wanted: ContentVersion?, _ found: ContentVersion) -> Bool {
        wanted?.hex.hasSameCodePoints(as: found.hex) == true
    }

    private static func manifest(_ bytes: [UInt8]) throws(Refusal) -> Manifest {
        do throws(BundleFormatError) {
            return try Manifest.decode(bytes)
        } catch {
            if let level = Manifest.levelBeyondThisBuild(bytes) {
                throw Refusal(
                    .needsNewer,
                    "\(BundleFile.manifest): expected level \(BundleFormat.newest) or lower, "
                        + "found \(level); a newer renderer can read it")
            }
            throw Refusal(.damagedBundle, error.description)
        }
    }

    private static func compare(_ files: GivenFiles, _ manifest: Manifest) throws(Refusal) {
        var foundCount = 0
        for file in manifest.files {
            let path = file.path.description
            guard let bytes = files[path] else {
                guard path.hasStart("\(BundleFile.samples)/") else {
                    throw Refusal(.damagedBundle, "\(path): expected the file, found none")
                }
                continue
            }
            guard bytes.count == file.lengthBytes else {
                throw Refusal(
                    .damagedBundle,
                    "\(path): expected \(file.lengthBytes) bytes, found \(bytes.count)")
            }
            guard sha256(bytes).hasSameCodePoints(as: file.sha256) else {
                throw Refusal(
                    .damagedBundle, "\(path): expected the content that the manifest lists")
            }
            foundCount += 1
        }
        // The manifest itself is not counted.
        guard foundCount == files.files.count - 1 else {
            throw Refusal(
                .damagedBundle,
                "bundle \(manifest.year): expected only files that the manifest lists")
        }
    }
}
