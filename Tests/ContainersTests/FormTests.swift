@testable import BundleUpdater
import Testing
import TestSupport

/// Archives from the tools that people have: each gives exactly the repository's files.
@Suite(
    .needs(.libarchive),
    .needs(
        programs: "7z", "bsdtar", "bzip2", "genisoimage", "python3", "xorriso", "xz", "zip", "zstd")
)
struct FormTests {
    static let tools: [(name: String, script: String)] = [
        ("zip of the content", "cd stick; zip -qr ../out.zip .; mv ../out.zip ../out"),
        ("zip of the folder", "zip -qr out.zip stick; mv out.zip out"),
        ("zip in a deeper folder", "mkdir -p a/b; mv stick a/b; zip -qr out.zip a; mv out.zip out"),
        ("zip with data descriptors", "zip -qr - stick | cat > out"),
        ("zip by bsdtar", "bsdtar --format zip -cf out stick"),
        ("zip by 7z", "7z a -bd -tzip out.zip stick >/dev/null; mv out.zip out"),
        ("zip by Python", "cd stick; python3 -m zipfile -c ../out metadata targets"),
        (
            "zip with files of a Mac",
            "mkdir -p __MACOSX/stick/metadata; echo x > __MACOSX/stick/metadata/._timestamp.json;"
                + " echo x > stick/.DS_Store; echo x > stick/metadata/._1.root.json;"
                + " zip -qr out.zip stick __MACOSX; mv out.zip out"
        ),
        ("tar of the content", "tar -C stick -cf out ."),
        ("tar of the parts", "tar -C stick -cf out targets metadata"),
        ("tar in the form v7", "tar -H v7 -C stick -cf out metadata targets"),
        ("tar in the form pax", "tar -H pax -cf out stick"),
        ("tar with a file with holes", "truncate -s 1M stick/hole; tar -Scf out stick"),
        (
            "tar with folders twice",
            "tar --no-recursion -cf out stick stick/metadata; tar -rf out stick"
        ),
        ("tar.gz", "tar -czf out stick"),
        ("tar.gz within gzip", "tar -czf - stick | gzip > out"),
        ("tar.bz2", "bsdtar -cjf out stick"),
        ("tar.xz by xz -9", "tar -cf - stick | xz -9 > out"),
        ("tar.zst by zstd -19", "tar -cf - stick | zstd -q -19 --long > out"),
        ("cpio", "bsdtar --format newc -cf out stick"),
        ("iso by genisoimage", "genisoimage -quiet -R -o out stick"),
        ("iso with Joliet too", "genisoimage -quiet -R -J -joliet-long -o out stick"),
        ("iso by xorriso", "xorriso -outdev stdio:out -map stick / >/dev/null 2>&1"),
    ]

    @Test(arguments: tools, Source.allCases)
    func everyToolsArchiveIsRead(_ tool: (name: String, script: String), _ source: Source) throws {
        let sample = try Sample()
        try sample.run(tool.script)
        #expect(try read(sample.bytes("out"), from: source) == sample.files)
    }

    @Test func a7zIsReadFromAFile() throws {
        let sample = try Sample()
        try sample.run("7z a -bd out.7z stick >/dev/null")
        #expect(try read(sample.bytes("out.7z")) == sample.files)
    }

    @Test(arguments: [
        (".tar", "tar -xf"), (".tar.gz", "tar -xzf"), (".TGZ", "tar -xzf"),
        (".tar.bz2", "tar -xjf"),
        (".tar.xz", "tar -xJf"), (".tar.zst", "tar --zstd -xf"), (".7z", "7z x -bd >/dev/null"),
        (".iso", "bsdtar -xf"),
    ])
    func whatIsPackedIsReadByToolsAndByUs(_ ending: String, _ unpack: String) throws {
        let sample = try Sample()
        let writer = try #require(ContainerWriter(name: "out\(ending)"))
        let files = sample.files.sorted { $0.key < $1.key }.map { (path: $0.key, bytes: $0.value) }
        let packed = try writer.packed(files)
        // An image has the time at which it was made.
        if ending != ".iso" { #expect(try writer.packed(files) == packed) }
        #expect(try read(packed) == sample.files)
        try sample.put(packed, "out")
        try sample.run(
            "rm stick/index.html; mkdir there; cd there; \(unpack) ../out; diff -r . ../stick")
        #expect(ContainerWriter(name: "bundles.d") == nil)
    }
}
