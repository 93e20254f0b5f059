import BundleArchive
import BundleFormat
import Files
import Foundation
import TestSupport
import Testing

/// An unpacked bundle is exactly what its manifest lists, or it is refused.
@Suite struct BundleVerifierTests {
    let folder: TemporaryDirectory
    let bundle: BundleContents

    init() throws {
        folder = try TemporaryDirectory()
        bundle = try Sample.bundle()
        try bundle.write(into: folder["b"])
    }

    @Test func acceptsAWholeBundle() throws {
        for expected in [nil, bundle.version] {
            let found = try BundleVerifier.verify(directory: folder["b"], expecting: expected)
            #expect(found.manifest == bundle.manifest && found.version == bundle.version)
        }
        try Files.replaceLinkAndSync(at: folder["current"], pointingTo: "b")
        try BundleVerifier.verify(directory: folder["current"])
    }

    struct Damage: CustomTestStringConvertible {
        let testDescription: String
        let message: String
        let make: @Sendable (TemporaryDirectory) throws -> Void
        init(
            _ name: String, _ message: String,
            _ make: @escaping @Sendable (TemporaryDirectory) throws -> Void
        ) {
            testDescription = name
            self.message = message
            self.make = make
        }
    }

    static let damages: [Damage] = [
        Damage("file missing", "DIR/match.json: expected a file, found none") {
            try Files.remove($0["b/match.json"])
        },
        Damage("folder missing", "DIR/samples: expected a folder, found none") {
            try Files.removeTree($0["b/samples"])
        },
        Damage("manifest missing", "DIR/manifest.json: expected a file, found none") {
            try Files.remove($0["b/manifest.json"])
        },
        Damage("nothing in it", "DIR/manifest.json: expected a file, found none") {
            try Files.removeTree($0["b"])
            try Files.createDirectoriesAndSync($0["b"])
        },
        Damage("empty file after a crash", "samples/qm1.txt: expected 14 bytes, found 0") {
            try $0.write("", to: "b/samples/qm1.txt")
        },
        Damage("zeros after a crash", "samples/qm1.txt: expected the hash ") {
            try $0.write(String(repeating: "\0", count: 14), to: "b/samples/qm1.txt")
        },
        Damage("longer file", "samples/qm1.txt: expected 14 bytes, found 15") {
            try $0.write(String(repeating: "x", count: 15), to: "b/samples/qm1.txt")
        },
        Damage("manifest changed", "manifest.json: ") {
            try $0.write($0.read("b/manifest.json") + " ", to: "b/manifest.json")
        },
        Damage("empty manifest", "manifest.json: line 1, column 1: ") {
            try $0.write("", to: "b/manifest.json")
        },
        Damage("extra file", #"DIR: expected only what the manifest lists, found "extra""#) {
            try $0.write("", to: "b/extra")
        },
        Damage(
            "extra file further down",
            #"DIR/samples: expected only what the manifest lists, found "extra""#
        ) {
            try $0.write("", to: "b/samples/extra")
        },
        Damage("leftover", #"DIR: expected only what the manifest lists, found ".tmp-1-0""#) {
            try $0.write("", to: "b/.tmp-1-0")
        },
        Damage("extra folder", #"DIR: expected only what the manifest lists, found "d""#) {
            try Files.createDirectoriesAndSync($0["b/d"])
        },
        Damage("name for a terminal", #"DIR: expected only what the manifest lists, found "?[2J""#)
        {
            try $0.write("", to: "b/\u{1B}[2J")
        },
        Damage("link in a file's place", "DIR/match.json: expected a file, found a link") {
            try Files.rename($0["b/match.json"], to: $0["aside"])
            try Files.replaceLinkAndSync(at: $0["b/match.json"], pointingTo: "../aside")
        },
        Damage("link in a folder's place", "DIR/samples: expected a folder, found a link") {
            try Files.rename($0["b/samples"], to: $0["aside"])
            try Files.replaceLinkAndSync(at: $0["b/samples"], pointingTo: "../aside")
        },
        Damage("link in the manifest's place", "DIR/manifest.json: expected a file, found a link") {
            try Files.rename($0["b/manifest.json"], to: $0["aside"])
            try Files.replaceLinkAndSync(at: $0["b/manifest.json"], pointingTo: "../aside")
        },
        Damage("folder in a file's place", "DIR/match.json: expected a file, found a folder") {
            try Files.remove($0["b/match.json"])
            try Files.createDirectoriesAndSync($0["b/match.json"])
        },
        Damage("file in a folder's place", "DIR/samples: expected a folder, found a file") {
            try Files.removeTree($0["b/samples"])
            try $0.write("", to: "b/samples")
        },
        Damage(
            "pipe that would wait for ever",
            "DIR/match.json: expected a file, found a device or pipe"
        ) {
            try Files.remove($0["b/match.json"])
            #expect(mkfifo($0["b/match.json"], 0o600) == 0)
        },
    ]

    @Test(arguments: damages) func refuses(_ damage: Damage) throws {
        try damage.make(folder)
        let error = #expect(throws: ArchiveError.self) {
            try BundleVerifier.verify(directory: folder["b"])
        }
        guard case .content = error else {
            Issue.record("not about the content: \(String(describing: error))")
            return
        }
        let found = (error?.description ?? "").replacing(folder["b"], with: "DIR")
        #expect(found.hasPrefix(damage.message), "\(found)")
    }

    @Test func refusesAnotherVersion() throws {
        let other = try Sample.bundle(["match.json": "{}"]).version
        let error = #expect(throws: ArchiveError.self) {
            try BundleVerifier.verify(directory: folder["b"], expecting: other)
        }
        #expect(
            error?.description
                == "manifest.json: expected the version \(other), found \(bundle.version)")
    }

    @Test func anAbsentFolderIsTheDisksMatter() {
        let error = #expect(throws: ArchiveError.self) {
            try BundleVerifier.verify(directory: folder["none"])
        }
        #expect(error?.description == "cannot open \(folder["none"]): No such file or directory")
    }
}
