@testable import BundleUpdater
import Testing
import TestSupport

/// Archives that try something: one strange entry refuses all of it.
@Suite(.needs(.libarchive), .needs(programs: "7z", "bsdtar", "genisoimage", "xz", "zip"))
struct HostileTests {
    static let link = "ln -s /etc/passwd stick/metadata/3.root.json"
    static let noFile = "found another file or a damaged one"
    static let nothing = "expected one published directory with metadata/timestamp.json, found none"
    /// What the archive is, how it is made, and a part of the sentence that refuses it.
    static let rows: [(name: String, script: String, words: String)] = [
        ("a symbolic link in a tar", "\(link); tar -cf out stick", "3.root.json: is a link"),
        ("a link in an iso", "\(link); genisoimage -quiet -R -o out stick", "is a link"),
        ("a link beside what is used", "ln -s x stick/other; tar -cf out stick", "is a link"),
        ("a hard link", "ln stick/index.html stick/x; tar -cf out stick", "is a link"),
        ("a pipe", "mkfifo stick/pipe; tar -cf out stick", "stick/pipe: is a device, a pipe"),
        ("an absolute name", "tar -P -cf out \"$PWD/stick\"", "leads out of the archive"),
        ("a name upwards", "cd stick; tar -P -cf ../out ../stick", "leads out of the archive"),
        (
            "a zip that leads upwards",
            "cd stick; zip -qr ../out.zip ../stick/metadata; mv ../out.zip ../out",
            "leads out of the archive"
        ),
        ("a password", "zip -qr -P word out.zip stick; mv out.zip out", "needs a password"),
        (
            "a better password",
            "7z a -bd -tzip -pword -mem=AES256 out.zip stick >/dev/null; mv out.zip out",
            "needs a password"
        ),
        (
            "a file twice", "tar -cf out stick; tar -rf out ./stick/./metadata/1.root.json",
            "metadata/1.root.json: comes twice"
        ),
        (
            "two repositories", "cp -r stick other; tar -cf out other stick",
            "found other and stick; pack only"
        ),
        ("no repository", "rm -r stick/metadata; tar -cf out stick", nothing),
        ("no timestamp", "rm stick/metadata/timestamp.json; tar -cf out stick", nothing),
        (
            "a long bundle",
            "head -c 70000000 /dev/zero > stick/targets/f1/2020/a.bundle.zip; tar -czf out stick",
            "has more than 67108864 bytes"
        ),
        ("a text", "echo word > out", noFile), ("zeros", "head -c 100000 /dev/zero > out", nothing),
        ("random bytes", "head -c 60000 stick/targets/f1/2020/* > out", noFile),
    ]

    @Test(arguments: rows, Source.allCases)
    func isRefused(_ row: (name: String, script: String, words: String), _ source: Source) throws {
        let sample = try Sample()
        try sample.run(row.script)
        let archive = try sample.bytes("out")
        let problem = #expect(throws: CopyProblem.self) { try read(archive, from: source) }
        #expect(problem?.description.contains(row.words) == true, "\(String(describing: problem))")
    }

    static let archives = [
        ("tar", "tar -H ustar -cf out stick"), ("zip", "zip -qr out.zip stick; mv out.zip out"),
        ("zip with descriptors", "zip -qr - stick | cat > out"),
        ("tar.gz", "tar -czf out stick"), ("tar.xz", "tar -cJf out stick"),
        ("tar.zst", "tar --zstd -cf out stick"), ("iso", "genisoimage -quiet -R -o out stick"),
    ]

    @Test(arguments: archives, Source.allCases)
    func halfOfAnArchiveIsRefused(_ form: (String, String), _ source: Source) throws {
        let sample = try Sample()
        try sample.run(form.1)
        let whole = try sample.bytes("out")
        for count in stride(from: 0, to: whole.count, by: 512) {
            guard let files = try? read(Array(whole.prefix(count)), from: source) else { continue }
            // Padding after the last file is all that may be missing.
            #expect(files == sample.files, "\(count) of \(whole.count) bytes")
        }
    }

    @Test(arguments: archives)
    func aFlippedBitGivesNoOtherNames(_ form: (String, String)) throws {
        let sample = try Sample()
        try sample.run(form.1)
        let whole = try sample.bytes("out")
        for at in stride(from: 7, to: whole.count, by: 256) {
            var bytes = whole
            bytes[at] ^= 1 << (at / 256 % 8)
            guard let files = try? read(bytes) else { continue }
            #expect(files.keys.allSatisfy { $0.hasPrefix("metadata/") || $0.hasPrefix("targets/") })
        }
    }
}
