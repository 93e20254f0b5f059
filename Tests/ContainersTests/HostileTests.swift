import TestSupport
import Testing

@testable import Containers

/// Archives that try something: one strange entry refuses all of it.
@Suite(.needs(.libarchive))
struct HostileTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String
        let problem: @Sendable (ContainerProblem?) -> Bool

        init(
            _ testDescription: String, _ script: String,
            _ problem: @escaping @Sendable (ContainerProblem?) -> Bool
        ) {
            self.testDescription = testDescription
            self.script = script
            self.problem = problem
        }

        init(_ testDescription: String, _ script: String, _ expected: EntryProblem) {
            self.init(testDescription, script) {
                guard case .entry(_, let problem) = $0 else { return false }
                return problem == expected
            }
        }

        init(_ testDescription: String, _ script: String, _ expected: ContainerProblem) {
            self.init(testDescription, script) { $0 == expected }
        }
    }

    static func isUnreadable(_ problem: ContainerProblem?) -> Bool {
        if case .unreadable = problem { true } else { false }
    }

    static let link = "ln -s /etc/passwd stick/metadata/3.root.json"
    static let tools: [Case] = [
        Case("a symbolic link in a tar", "\(link); tar -cf out stick", .link),
        Case("a symbolic link in a zip", "\(link); zip -qry out.zip stick; mv out.zip out", .link),
        Case("a symbolic link in an iso", "\(link); genisoimage -quiet -R -o out stick", .link),
        Case("a link that nobody would use", "ln -s x stick/other; tar -cf out stick", .link),
        Case(
            "a hard link",
            "ln stick/metadata/1.root.json stick/metadata/3.root.json; tar -cf out stick",
            .link),
        Case("a pipe", "mkfifo stick/pipe; tar -cf out stick", .device),
        Case(
            "a socket's place in an iso", "mkfifo stick/pipe; genisoimage -quiet -R -o out stick",
            .device),
        Case("an absolute name", "tar -P -cf out \"$PWD/stick\"", .absolute),
        Case("a name that leads upwards", "cd stick; tar -P -cf ../out ../stick", .upwards),
        Case(
            "a zip that leads upwards",
            "cd stick; zip -qr ../out.zip ../stick/metadata; mv ../out.zip ../out", .upwards),
        Case("a file twice", "tar -cf out stick; tar -rf out stick/metadata/1.root.json", .twice),
        Case(
            "a file twice by another way",
            "tar -cf out stick; tar -rf out ./stick/./metadata/1.root.json --transform 's,^,./,'",
            .twice),
        Case("another file twice", "tar -cf out stick; tar -rf out stick/index.html", .twice),
        Case("a file with holes", "truncate -s 1M stick/hole; tar -Scf out stick", .sparse),
        Case(
            "a metadata file with holes",
            "truncate -s 9000 stick/metadata/3.root.json; echo x >> stick/metadata/3.root.json;"
                + " tar -Scf out stick --hole-detection=raw", .sparse),
        Case("pax with holes", "truncate -s 1M stick/hole; tar -H pax -Scf out stick", .sparse),
        Case("a zip with a password", "zip -qr -P word out.zip stick; mv out.zip out", .encrypted),
        Case(
            "a zip with a better password",
            "7z a -bd -tzip -pword -mem=AES256 out.zip stick >/dev/null; mv out.zip out", .encrypted
        ),
        Case(
            "two repositories", "cp -r stick other; tar -cf out other stick",
            {
                $0 == .twoRepositories("other", "stick")
            }),
        Case(
            "a repository too deep", "mkdir a; mv stick a; tar -cf out a",
            .noRepository(deeper: "a/stick")),
        Case("no repository", "rm -r stick/metadata; tar -cf out stick", .noRepository(deeper: "")),
        Case(
            "no timestamp",
            "rm stick/metadata/timestamp.json; zip -qr out.zip stick; mv out.zip out",
            .noRepository(deeper: "")),
        Case(
            "a long timestamp",
            "head -c 20000 /dev/zero > stick/metadata/timestamp.json; tar -cf out stick",
            .tooLong),
        Case(
            "a long root in a zip",
            "head -c 600000 /dev/zero > stick/metadata/1.root.json; zip -qr out.zip stick; mv out.zip out",
            .tooLong),
        Case(
            "a long bundle",
            "head -c 9000000 /dev/zero > stick/targets/f1/2020/a.bundle.zip; tar -czf out stick",
            .tooLong),
        Case("a tar.gz within gzip", "tar -czf - stick | gzip > out", .form),
        Case("a zip within gzip", "zip -qr - stick | gzip > out") {
            isUnreadable($0) || $0 == .form
        },
        Case("an iso within xz", "genisoimage -quiet -R -o - stick | xz > out", .form),
        Case("a tar.bz2", "bsdtar -cjf out stick", isUnreadable),
        Case("a 7z", "7z a -bd out.7z stick >/dev/null; mv out.7z out", isUnreadable),
        Case("a cpio", "bsdtar --format cpio -cf out stick", isUnreadable),
        Case("an mtree", "bsdtar --format mtree -cf out stick", isUnreadable),
        Case("a text", "echo word > out", isUnreadable),
        Case("nothing", ": > out", isUnreadable),
        Case("zeros", "head -c 100000 /dev/zero > out", .noRepository(deeper: "")),
        Case("random bytes", "head -c 60000 stick/targets/f1/2020/* > out", isUnreadable),
        Case(
            "a bomb of zeros", "tar -cf t stick; (cat t; head -c 60M /dev/zero) | xz -0 > out; rm t"
        ) {
            // The zeros come after the end, so nobody unpacks them.
            $0 == nil
        },
        Case(
            "a bomb in a file that is left out",
            "truncate -s 60M stick/big; tar -cf - stick | xz -0 > out", .tooMuch(.ratio)),
    ]

    @Test(
        .needs(programs: "7z", "bsdtar", "genisoimage", "xz", "zip"), arguments: tools,
        Source.allCases)
    func toolsArchivesAreRefused(_ row: Case, _ source: Source) throws {
        let sample = try Sample()
        try sample.run(row.script)
        let found = try problem(sample.bytes("out"), from: source)
        // The start of a zip does not say that a file is a link: it is a small file with a path in it.
        if row.testDescription == "a symbolic link in a zip", source == .stream {
            #expect(found == nil)
        } else {
            #expect(row.problem(found), "\(String(describing: found))")
        }
    }

    static let names: [(String, EntryProblem?)] = [
        ("../x", .upwards), ("a/../../x", .upwards), ("metadata/..", .upwards), ("..", .upwards),
        ("a\\..\\x", .upwards), ("..\\x", .upwards), ("/x", .absolute), ("\\x", .absolute),
        ("C:\\x", .absolute), ("c:x", .absolute), ("./metadata//timestamp.json", .twice),
        ("metadata/./timestamp.json", .twice), ("a..b", nil), ("...", nil), ("metadata/..x", nil),
        ("metadata/1.root.json\n", nil), ("\u{1b}[31m", nil),
    ]

    @Test(arguments: names) func namesThatLeadElsewhere(_ name: String, _ expected: EntryProblem?)
        throws
    {
        let tar = HandMadeTar.with { $0.add(name) }
        let found = try problem(tar)
        #expect(found == expected.map { .entry(name: name, $0) })
        if found == nil { #expect(try read(tar).keys.sorted() == ["metadata/timestamp.json"]) }
    }

    @Test(arguments: [
        ("1", EntryProblem.link), ("2", .link), ("3", .device), ("4", .device), ("6", .device),
    ])
    func kindsOfEntries(_ type: String, _ expected: EntryProblem) throws {
        for link in ["metadata/timestamp.json", "/etc/passwd", ""] {
            let tar = HandMadeTar.with {
                $0.add(Array("metadata/1.root.json".utf8), type: type, link: link)
            }
            // A link to nowhere may be a warning of libarchive, or a plain file of another kind.
            let found = try problem(tar)
            let isRefused = found == .entry(name: "metadata/1.root.json", expected)
            #expect(
                isRefused || (link.isEmpty && found != nil),
                "\(type) \(link): \(String(describing: found))")
        }
    }

    @Test func limitsOfNumbersAndLengths() throws {
        var limits = ContainerLimits.standard
        limits.entriesMax = 10
        let many = HandMadeTar.with { tar in for at in 0..<10 { tar.add("other/\(at)") } }
        #expect(try problem(many, limits) == .tooMuch(.entries))
        limits = .standard
        limits.filesMax = 3
        let roots = HandMadeTar.with { tar in
            for at in 1...3 { tar.add("metadata/\(at).root.json") }
        }
        #expect(try problem(roots, limits) == .tooMuch(.files))
        limits = .standard
        limits.filesBytesMax = 3
        #expect(try problem(roots, limits) == .tooMuch(.filesBytes))
        limits = .standard
        limits.namesBytesMax = 30
        #expect(try problem(roots, limits) == .tooMuch(.names))
        limits = .standard
        limits.readBytesMax = 1
        let long = HandMadeTar.with { $0.add("other", String(repeating: "x", count: 200_000)) }
        #expect(try problem(long, from: .stream, limits) == .tooMuch(.read))
        // A name that no header holds: in a pax record.
        let record = "path=\(String(repeating: "n", count: 2_000))\n"
        let text = "\(record.utf8.count + 5) \(record)"
        let name = HandMadeTar.with {
            $0.add(Array("pax".utf8), type: "x", content: Array(text.utf8))
            $0.add("short")
        }
        guard case .entry(_, .longName) = try problem(name) else {
            Issue.record("a long name: \(String(describing: try problem(name)))")
            return
        }
        let huge = HandMadeTar.with {
            $0.add(Array("metadata/1.root.json".utf8), size: 0o77777777777)
        }
        #expect(try problem(huge) == .entry(name: "metadata/1.root.json", .tooLong))
        // Within a filter, a file that is left out must be unpacked too.
        let sample = try Sample()
        try sample.put(HandMadeTar.with { $0.add(Array("other".utf8), size: 700 << 20) }, "huge")
        try sample.run("gzip huge")
        #expect(try problem(sample.bytes("huge.gz")) == .tooMuch(.unpacked))
    }

    /// A file that grew while somebody packed it: its header says less than what follows.
    @Test func aTarInWhichAFileGrew() throws {
        let tar = HandMadeTar.with {
            $0.add(
                Array("metadata/1.root.json".utf8), size: 100,
                content: [UInt8](repeating: UInt8(ascii: "x"), count: 2_000))
        }
        #expect(Self.isUnreadable(try problem(tar)))
        let shrunk = HandMadeTar.with { $0.add(Array("metadata/1.root.json".utf8), size: 9_000) }
        #expect(try problem(shrunk) != nil)
    }
}

/// The problem with other limits.
private func problem(_ bytes: [UInt8], _ limits: ContainerLimits) throws -> ContainerProblem? {
    try problem(bytes, from: .file, limits)
}
