import BundleArchive
import BundleFormat
import Files
import Foundation
import TestSupport
import Testing

/// Whatever is packed comes out again, and a damaged bundle never does.
@Suite struct RoundTripTests {
    /// Reproducible: the same seed makes the same bundle.
    struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
        }
    }

    let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func random(_ seed: UInt64) throws -> BundleContents {
        var generator = Generator(state: seed)
        var files: [BundlePath: [UInt8]] = [:]
        for number in 0..<Int.random(in: 0...10, using: &generator) {
            let folders = ["a", "b", "a-b", "a.b", "Samples"].shuffled(using: &generator)
                .prefix(Int.random(in: 0...3, using: &generator))
            let path = try Sample.path((folders + ["f\(number).x"]).joined(separator: "/"))
            let range: ClosedRange<UInt8> = Bool.random(using: &generator) ? 97...99 : 0...255
            files[path] = (0..<Int.random(in: 0...3_000, using: &generator)).map { _ in
                UInt8.random(in: range, using: &generator)
            }
        }
        return try BundleContents(year: Sample.year(), files: files)
    }

    @Test(arguments: 0..<20) func comesOutAsItWentIn(_ seed: UInt64) throws {
        let bundle = try random(seed)
        let zip = try bundle.zipped()
        #expect(try random(seed).zipped() == zip)
        try Files.createFileSyncingContent(at: folder["b.zip"], with: zip, mode: 0o644)
        try Unpacker.unpack(
            zip: folder["b.zip"], into: folder["b"], expecting: bundle.version, year: bundle.year)
        var expected = ["manifest.json": Data(bundle.manifest.encoded())]
        for (path, bytes) in bundle.files { expected["\(path)"] = Data(bytes) }
        #expect(try folder.contents(of: "b") == expected)
        let verified = try BundleVerifier.verify(directory: folder["b"], expecting: bundle.version)
        #expect(verified.manifest == bundle.manifest)
    }

    @Test func everyByteChangedIsRefusedOrMeansTheSame() throws {
        let bundle = try Sample.bundle(["samples/qm1.txt": "Total  48  36\nTotal  48  36\n"])
        let zip = try bundle.zipped()
        let former = try unpacked(zip, bundle)
        for at in zip.indices {
            var changed = zip
            changed[at] ^= at % 2 == 0 ? 1 : 0xFF
            guard let unpacked = try? unpacked(changed, bundle) else { continue }
            // Only a field that no reader uses, the time for one, leaves the bundle as it is.
            #expect(unpacked == former, "byte \(at)")
        }
    }

    private func unpacked(_ zip: [UInt8], _ bundle: BundleContents) throws -> [String: Data] {
        defer { #expect(throws: Never.self) { try Files.removeTree(folder["out"]) } }
        try Data(zip).write(to: URL(fileURLWithPath: folder["b.zip"]))
        do {
            try Unpacker.unpack(
                zip: folder["b.zip"], into: folder["out"], expecting: bundle.version,
                year: bundle.year)
        } catch {
            #expect(try Files.kind(folder["out"]) == nil)
            throw error
        }
        return try folder.contents(of: "out")
    }

    @Test func readableToAllWhateverTheUmask() throws {
        let former = umask(0o077)
        defer { umask(former) }
        try checkModes()
    }

    private func checkModes() throws {
        let bundle = try Sample.bundle()
        try Files.replaceFileAndSync(at: folder["b.zip"], with: bundle.zipped())
        try Unpacker.unpack(
            zip: folder["b.zip"], into: folder["b"], expecting: bundle.version, year: bundle.year)
        for (name, mode) in [
            ("b", 0o755), ("b/samples", 0o755), ("b/match.json", 0o644),
            ("b/samples/qm1.txt", 0o644),
        ] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder[name])
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
    }
}
