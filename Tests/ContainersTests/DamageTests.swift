import TestSupport
import Testing

@testable import Containers

/// Half archives and flipped bits: an error or other bytes, never a crash and never another name.
@Suite(.needs(.libarchive))
struct DamageTests {
    static let scripts = [
        ("tar", "tar -H ustar -cf out stick"), ("pax", "tar -H pax -cf out stick"),
        ("zip", "zip -qr out.zip stick; mv out.zip out"),
        ("zip with descriptors", "zip -qr - stick | cat > out"),
        ("tar.gz", "tar -czf out stick"), ("tar.xz", "tar -cJf out stick"),
        ("tar.zst", "tar --zstd -cf out stick"), ("iso", "genisoimage -quiet -R -o out stick"),
    ]

    @Test(.needs(programs: "genisoimage", "xz", "zip", "zstd"), arguments: scripts, Source.allCases)
    func halfOfAnArchiveIsRefused(_ form: (String, String), _ source: Source) throws {
        let sample = try Sample()
        try sample.run(form.1)
        let whole = try sample.bytes("out")
        for count in stride(from: 0, to: whole.count, by: 512) {
            guard let files = try? read(Array(whole.prefix(count)), from: source) else { continue }
            // Padding after the last file is all that may be missing.
            #expect(files == sample.files, "\(count) of \(whole.count) bytes")
            let rest = whole.dropFirst(count)
            #expect(
                form.0 == "iso" || rest.count <= 10_240 || form.0.hasPrefix("zip"),
                "\(count) of \(whole.count) bytes")
        }
    }

    @Test(.needs(programs: "genisoimage", "xz", "zip", "zstd"), arguments: scripts)
    func aFlippedBitChangesNoName(_ form: (String, String)) throws {
        let sample = try Sample()
        try sample.run(form.1)
        let whole = try sample.bytes("out")
        var accepted = 0
        for at in stride(from: 7, to: whole.count, by: 256) {
            var bytes = whole
            bytes[at] ^= 1 << (at / 256 % 8)
            guard let files = try? read(bytes) else { continue }
            accepted += 1
            for (name, content) in files {
                let limits = ContainerLimits.standard
                let checked = try #require(RepositoryName(name, limits))
                #expect(content.count <= checked.lengthBytesMax)
            }
        }
        #expect(accepted < whole.count)
    }

    @Test func everyBitOfASmallTarsHeader() throws {
        let whole = HandMadeTar.with { $0.add("metadata/1.root.json", "{}") }
        for at in 0..<whole.count * 8 {
            var bytes = whole
            bytes[at / 8] ^= 1 << (at % 8)
            guard let files = try? read(bytes) else { continue }
            #expect(files.keys.allSatisfy { RepositoryName($0, .standard) != nil })
        }
    }
}
