import TestSupport
import Testing

@testable import Containers

/// Archives from the tools that people have: each gives exactly the repository's files.
@Suite(
    .needs(.libarchive),
    .needs(programs: "7z", "bsdtar", "genisoimage", "python3", "xorriso", "xz", "zip", "zstd"))
struct FormTests {
    struct Tool: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String
        init(_ testDescription: String, _ script: String) {
            self.testDescription = testDescription
            self.script = script
        }
    }

    static let tools: [Tool] = [
        Tool("zip of the content", "cd stick; zip -qr ../out.zip .; mv ../out.zip ../out"),
        Tool("zip of the folder", "zip -qr out.zip stick; mv out.zip out"),
        Tool("zip without compression", "zip -q0r out.zip stick; mv out.zip out"),
        Tool("zip with data descriptors", "zip -qr - stick | cat > out"),
        Tool(
            "zip with a comment",
            "zip -qr out.zip stick; echo word | zip -qz out.zip; mv out.zip out"),
        Tool("zip by bsdtar", "bsdtar --format zip -cf out stick"),
        Tool("zip by 7z", "7z a -bd -tzip out.zip stick >/dev/null; mv out.zip out"),
        Tool("zip by Python", "cd stick; python3 -m zipfile -c ../out metadata targets"),
        Tool("tar of the content", "tar -C stick -cf out ."),
        Tool("tar of the folder", "tar -cf out stick"),
        Tool("tar of the parts", "tar -C stick -cf out targets metadata"),
        Tool("tar in the form v7", "tar -H v7 -C stick -cf out metadata targets"),
        Tool("tar in the form ustar", "tar -H ustar -cf out stick"),
        Tool("tar in the form pax", "tar -H pax -cf out stick"),
        Tool("tar by bsdtar", "bsdtar -cf out stick"),
        Tool("tar by 7z", "7z a -bd -ttar out.tar stick >/dev/null; mv out.tar out"),
        Tool(
            "tar with folders twice",
            "tar --no-recursion -cf out stick stick/metadata; tar -rf out stick"),
        Tool("tar.gz", "tar -czf out stick"),
        Tool("tar.gz by gzip -9", "tar -cf - stick | gzip -9 > out"),
        Tool("tar.gz by bsdtar", "bsdtar -czf out stick"),
        Tool("tar.xz", "tar -cJf out stick"),
        Tool("tar.xz by xz -9", "tar -cf - stick | xz -9 > out"),
        Tool("tar.zst", "tar --zstd -cf out stick"),
        Tool("tar.zst by zstd -19", "tar -cf - stick | zstd -q -19 --long > out"),
        Tool("iso by genisoimage", "genisoimage -quiet -R -o out stick"),
        Tool("iso with Joliet too", "genisoimage -quiet -R -J -joliet-long -o out stick"),
        Tool("iso by xorriso", "xorriso -outdev stdio:out -map stick / >/dev/null 2>&1"),
        Tool("iso of the folder", "xorriso -outdev stdio:out -map stick /stick >/dev/null 2>&1"),
        Tool(
            "zip with files of a Mac",
            "mkdir -p __MACOSX/stick/metadata; echo x > __MACOSX/stick/metadata/._timestamp.json;"
                + " echo x > stick/.DS_Store; echo x > stick/metadata/._1.root.json;"
                + " zip -qr out.zip stick __MACOSX; mv out.zip out"),
    ]

    @Test(arguments: tools, Source.allCases)
    func everyToolsArchiveIsRead(_ tool: Tool, _ source: Source) throws {
        let sample = try Sample()
        try sample.run(tool.script)
        #expect(try read(sample.bytes("out"), from: source) == sample.files)
    }

    @Test func ourOwnTarIsReadByToolsAndByUs() throws {
        let sample = try Sample()
        let files = sample.files.sorted { $0.key < $1.key }.map { (path: $0.key, bytes: $0.value) }
        let long =
            "targets/\(String(repeating: "a", count: 90))/\(String(repeating: "b", count: 90))"
        let tar = try #require(TarWriter.tar(files + [(long, [])]))
        #expect(try #require(TarWriter.tar(files + [(long, [])])) == tar)
        for source in Source.allCases {
            let expected = sample.files.merging([long: []]) { $1 }
            #expect(try read(tar, from: source) == expected)
            #expect(try read(ZstdPacker.packed(tar), from: source) == expected)
        }
        try sample.put(tar, "ours.tar")
        try sample.put(ZstdPacker.packed(tar), "ours.tar.zst")
        try sample.run(
            """
            mkdir a b; tar -C a -xf ours.tar; tar --zstd -C b -xf ours.tar.zst
            rm stick/index.html; mkdir -p stick/\(long.prefix(98)); touch stick/\(long)
            diff -r a stick; diff -r b stick
            bsdtar -tf ours.tar >/dev/null; zstd -qt ours.tar.zst
            """)
        #expect(TarWriter.tar([(String(repeating: "a", count: 101), [])]) == nil)
    }
}
