import BundleArchive
import BundleFormat
import Foundation
import JSON
import TUF
import TestSupport

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Somebody who has the online key of a moment, and may put files on the server.
struct Thief {
    let fixture: SeasonFixture
    let key: SigningKey

    /// Steals the key that is in the home now.
    init(_ fixture: SeasonFixture) throws {
        self.fixture = fixture
        key = try fixture.onlineKey()
    }

    /// Signs and serves entries, whatever their zips are.
    ///
    /// - Parameters:
    ///   - entries: what he says of each season.
    ///   - version: of all three roles.
    /// - Throws: where it cannot be written.
    func publish(_ entries: [TargetCustom], version: Int64) throws {
        try publish(
            targets: entries.map { entry in
                try file("f1/\(entry.year)/bundle.zip", custom: entry.json, zip: entry.version.hex)
            }, version: version)
    }

    /// Signs and serves targets.
    func publish(targets files: [TargetFile], version: Int64) throws {
        let expires = SeasonFixture.start.advanced(bySeconds: 9_000 * SeasonFixture.day)
        let targets = try TargetsDraft(version: version, expires: expires, targets: files)
            .signed(by: [key])
        let snapshot = try SnapshotDraft(version: version, expires: expires, targets: targets)
            .signed(by: [key])
        let timestamp = try TimestampDraft(version: version, expires: expires, snapshot: snapshot)
            .signed(by: [key])
        for file in Publication(targets: targets, snapshot: snapshot, timestamp: timestamp).files {
            try fixture.folder.write(
                String(decoding: file.bytes, as: UTF8.self), to: "site/metadata/\(file.name)")
        }
    }

    /// A target with a zip that is none.
    func file(_ path: String, custom: JSON?, zip: String = "evil") throws -> TargetFile {
        let bytes = Array(zip.utf8)
        let hash = ContentHasher.hex(of: bytes)
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        try fixture.folder.write(zip, to: "site/targets/\(folder)/\(hash).bundle.zip")
        return TargetFile(
            path: path, lengthBytes: bytes.count, hashes: ["sha256": hash], custom: custom)
    }
}
