import BundleArchive
import BundleFormat
import TUF

/// A season's bundle among the signed targets: the zip, and what is signed about it.
package struct PublishedBundle: Equatable {
    package let target: TargetFile
    package let custom: TargetCustom

    var zipPath: String { target.publishedPath }

    /// Since when it is shown: a Unix second.
    var since: Int64 { UTCTime(custom.published)?.unixSeconds ?? 0 }
}

extension PublishedBundle {
    /// Reads what is signed about a target; throws if agents would not take it for a bundle.
    init(reading target: TargetFile, named name: TargetName) throws(BundleFormatError) {
        self.target = target
        custom = try TargetCustom.checked(
            target.custom, of: name, sha256: target.sha256, lengthBytes: target.lengthBytes
        ).custom
    }

    /// The bundle of each season among a repository's targets; other targets are passed over.
    ///
    /// Throws if an entry is not one that a publish writes, or a season has two.
    static func read(
        _ targets: [TargetFile]
    ) throws(BundleFormatError) -> [BundleYear: PublishedBundle] {
        var bundles: [BundleYear: PublishedBundle] = [:]
        for target in targets {
            guard let name = TargetName(target.path) else { continue }
            guard bundles[name.year] == nil else {
                throw BundleFormatError(
                    subject: target.path, problem: "expected one bundle of \(name.year), found two")
            }
            bundles[name.year] = try PublishedBundle(reading: target, named: name)
        }
        return bundles
    }
}

extension TargetFile {
    /// Where the file is, below the directory.
    var publishedPath: String { "targets/\(servedPath)" }

    /// Where the file is, below `targets/`: its name has its hash, so it never changes.
    var servedPath: String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().map { "\($0)/" }.joined()
        return "\(folder)\(sha256 ?? "").\(parts.last ?? "")"
    }

    /// Why an agent could not use these bytes as the bundle; nil if it can, or if the target is no bundle.
    func problem(in zip: [UInt8]) -> String? {
        guard let name = TargetName(path) else { return nil }
        do {
            let custom = try PublishedBundle(reading: self, named: name).custom
            _ = try Unpacker.contents(of: zip, expecting: custom.version, year: custom.year)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

extension [TargetFile] {
    /// The target that carries the recall list, and leads publishers to the record.
    var record: TargetFile? { first { $0.path == RecallList.targetPath } }

    /// The list among a repository's targets; none if there is no list, or it cannot be read.
    var recalls: RecallList { (try? RecallList(record?.custom)) ?? RecallList() }

    /// The bundles of the seasons; none if one of them cannot be read.
    var bundles: [BundleYear: PublishedBundle] { (try? PublishedBundle.read(self)) ?? [:] }
}
