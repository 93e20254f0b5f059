import Foundation
import TestSupport
import Testing

/// `scripts/ci-program` and `scripts/toolchain`: what CI runs is what was built and tested, made by whom it says.
@Suite struct CIProgramTests {
    private static let gpg = "/usr/bin/gpg"

    @Test("the program is taken where it has the SHA-256 of the job that built it")
    func packedAndTaken() throws {
        let world = try Artifacts()
        let packed = try world.run("pack", world.folder["built"])
        #expect(packed.status == 0, "\(packed.messages)")
        let output = try world.folder.read("output")
        let sum = try #require(output.wholeMatch(of: /sha256=([0-9a-f]{64})\n/)?.1)
        try world.upload()
        let taken = try world.run("take", String(sum))
        #expect(taken.status == 0, "\(taken.messages)")
        #expect(
            try Program.run(world.folder["work/program/bundle-publish"], []).output == "built\n")
    }

    @Test("an artifact that was exchanged is refused, and nothing is left that could be run")
    func exchanged() throws {
        let world = try Artifacts()
        _ = try world.run("pack", world.folder["built"])
        let sum = String(try world.folder.read("output").dropFirst(7).dropLast())
        try world.upload()
        try world.folder.write("#!/bin/sh\necho another\n", to: "artifact/bundle-publish")
        for sum in [sum, String(repeating: "0", count: 64), "", "\(sum) ", "0"] {
            let taken = try world.run("take", sum)
            #expect(taken.status == 1)
            #expect(taken.messages.contains("ci-program: expected the "))
            let names = try FileManager.default.subpathsOfDirectory(atPath: world.folder["work"])
            #expect(!names.contains { $0.hasSuffix("bundle-publish") }, "\(names)")
        }
        // The program of another run does not stay in its place.
        try FileManager.default.removeItem(atPath: world.folder["artifact/bundle-publish"])
        #expect(try world.run("take", sum).status != 0)
    }

    @Test(
        "a released program is taken where the key of this commit signed it",
        .needs(programs: "curl", "gpg"))
    func released() throws {
        let world = try Releases()
        try world.release("1.2.3", signedBy: "project")
        let good = try world.fetch("1.2.3")
        #expect(good.status == 0, "\(good.messages)")
        #expect(
            try Program.run(world.folder["work/program/bundle-publish"], []).output
                == "released 1.2.3\n")

        // Each leaves nothing behind that could be run.
        let changes = [
            ("a stranger's signature", "release 1.2.3 stranger"),
            ("another archive", "release 1.2.3 project; printf x >> site/v1.2.3/bundle-publish-*"),
            ("another list", "release 1.2.3 project; echo >> site/v1.2.3/SHA256SUMS"),
            ("an older release", "release 1.2.2 project; mv site/v1.2.2 site/v1.2.3"),
            ("no signature", "release 1.2.3 project; rm site/v1.2.3/SHA256SUMS.asc"),
            ("no release", "true"),
            ("no key", "release 1.2.3 project; : > key.asc"),
        ]
        for (name, change) in changes {
            try world.shell("rm -rf site; \(change)")
            let bad = try world.fetch("1.2.3")
            #expect(bad.status != 0, "\(name)")
            let names = try FileManager.default.subpathsOfDirectory(atPath: world.folder["work"])
            #expect(!names.contains { $0.hasSuffix("bundle-publish") }, "\(name): \(names)")
        }
    }

    @Test func anotherWordIsWrongUsage() throws {
        let world = try Artifacts()
        for arguments in [
            [], ["take"], ["pack", "a", "b"], ["run", "x"], ["fetch", "1", "2"],
        ] {
            let result = try Program.run(Checkout.path("scripts/ci-program"), arguments)
            #expect(result.status == 64 && result.messages.contains("usage: "))
        }
        _ = world
    }

    @Test(
        "the toolchain is unpacked where the pinned key signed it and its version is the pinned one",
        .needs(programs: "curl", "gpg"))
    func toolchain() throws {
        let world = try Downloads()
        try world.release("6.3.1", saying: "6.3.1", signedBy: "pinned")
        let good = try world.install()
        #expect(good.status == 0, "\(good.messages)")
        #expect(good.output == "\(world.folder["swift"])/usr/bin\n")

        for (saying, signer) in [("6.3.1", "stranger"), ("6.3.1", nil), ("6.3.0", "pinned")] {
            try world.release("6.3.1", saying: saying, signedBy: signer)
            let bad = try world.install()
            #expect(bad.status != 0)
            #expect(bad.output.isEmpty)
            let isUnpacked = FileManager.default.fileExists(atPath: world.folder["swift/usr"])
            #expect(isUnpacked == (signer == "pinned"))
        }
        // Other bytes under a good signature.
        try world.release("6.3.1", saying: "6.3.1", signedBy: "pinned")
        try world.change("6.3.1")
        #expect(try world.install().messages.contains("nothing was unpacked"))
    }

    @Test("the pins are whole") func pins() throws {
        let pins = try String(contentsOfFile: Checkout.path("scripts/pins"), encoding: .utf8)
        #expect(pins.contains(/(?m)^swift=6\.[0-9]+\.[0-9]+$/))
        #expect(pins.contains(/(?m)^swift_key=[0-9A-F]{40}$/))
        #expect(pins.contains(/(?m)^swift_platform=ubuntu24\.04$/))
    }
}

/// A run's artifacts: a `gh` that downloads from a folder.
private struct Artifacts {
    let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try folder.write("#!/bin/sh\necho built\n", to: "built")
        try folder.write("", to: "work/.keep")
        try folder.write(
            "#!/bin/sh\nshift $(($# - 1))\ncp '\(folder["artifact"])'/* \"$1\"\n", to: "bin/gh")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder["bin/gh"])
    }

    func run(_ arguments: String...) throws -> Program.Result {
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        return try Program.run(
            "/bin/sh",
            [
                "-c",
                "cd '\(folder["work"])' && exec '\(Checkout.path("scripts/ci-program"))' \(words)",
            ],
            environment: [
                "PATH": "\(folder["bin"]):/usr/bin:/bin", "GITHUB_OUTPUT": folder["output"],
                "GITHUB_RUN_ID": "1", "GITHUB_REPOSITORY": "a/b",
            ])
    }

    /// What the one action does.
    func upload() throws {
        try FileManager.default.createDirectory(
            atPath: folder["artifact"], withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: folder["work/program/bundle-publish"],
            toPath: folder["artifact/bundle-publish"])
    }
}

/// Releases of a program that is a script, signed with keys of our own, and the key that is trusted.
private struct Releases {
    let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        for name in ["gpg", "work"] {
            try FileManager.default.createDirectory(
                atPath: folder[name], withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        for key in ["project", "stranger"] {
            try shell(
                "gpg --quick-generate-key --passphrase '' \(key)@example.org ed25519 sign never")
        }
        try shell("gpg --armor --export project@example.org > key.asc")
    }

    func release(_ version: String, signedBy signer: String) throws {
        try shell("release \(version) \(signer)")
    }

    func fetch(_ version: String) throws -> Program.Result {
        try Program.run(
            "/bin/sh",
            [
                "-c",
                "cd '\(folder["work"])' && exec '\(Checkout.path("scripts/ci-program"))' fetch '\(version)'",
            ],
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": folder.path,
                "RELEASES": "file://\(folder["site"])", "RELEASE_KEYS": folder["key.asc"],
            ])
    }

    func shell(_ script: String) throws {
        let tools = """
            set -e; cd '\(folder.path)'
            gpg() { /usr/bin/gpg --homedir "$PWD/gpg" --batch --quiet --yes "$@"; }
            trap 'gpgconf --homedir gpg --kill gpg-agent' EXIT
            release() {
              local name=bundle-publish-$1-linux-$(dpkg --print-architecture).tar.gz
              rm -rf tree && mkdir -p "tree/x/bin" "site/v$1"
              printf '#!/bin/sh\\necho released %s\\n' "$1" > tree/x/bin/bundle-publish
              chmod +x tree/x/bin/bundle-publish
              tar -czf "site/v$1/$name" -C tree x
              (cd "site/v$1" && sha256sum "$name" > SHA256SUMS)
              gpg --local-user "$2@example.org" --armor --detach-sign "site/v$1/SHA256SUMS"
            }

            """
        let result = try Program.run("/bin/bash", ["-c", tools + script])
        try #require(result.status == 0, "\(script): \(result.messages)")
    }
}

/// Releases of a toolchain, signed with keys of our own, and the pins that name one of them.
private struct Downloads {
    let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: folder["gpg"], withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try FileManager.default.createDirectory(
            atPath: folder["scripts"], withIntermediateDirectories: true)
        for key in ["pinned", "stranger"] {
            try shell(
                "gpg --quick-generate-key --passphrase '' \(key)@example.org ed25519 sign never")
        }
        try shell("gpg --armor --export > keys.asc")
        try shell(
            """
            cp '\(Checkout.path("scripts/toolchain"))' scripts/
            printf 'swift=6.3.1\\nswift_platform=ubuntu24.04\\nswift_key=%s\\n' \
              "$(gpg --with-colons --list-keys pinned@example.org | sed -n 's/^fpr:*\\([0-9A-F]*\\):/\\1/p')" \
              > scripts/pins
            """)
    }

    private func archive(_ version: String) -> String {
        "site/swift-\(version)-release/ubuntu2404/swift-\(version)-RELEASE"
            + "/swift-\(version)-RELEASE-ubuntu24.04.tar.gz"
    }

    func release(_ version: String, saying: String, signedBy signer: String?) throws {
        let archive = archive(version)
        try shell(
            """
            rm -rf swift tree "$(dirname '\(archive)')" && mkdir -p tree/x/usr/bin "$(dirname '\(archive)')"
            printf '#!/bin/sh\\necho "Swift version \(saying) (swift-\(saying)-RELEASE)"\\n' > tree/x/usr/bin/swift
            chmod +x tree/x/usr/bin/swift
            tar -czf '\(archive)' -C tree x
            """)
        guard let signer else {
            return try shell("echo nothing > '\(archive).sig'")
        }
        try shell(
            "gpg --local-user \(signer)@example.org --output '\(archive).sig' --detach-sign '\(archive)'"
        )
    }

    func change(_ version: String) throws {
        try shell("rm -rf swift && printf x >> '\(archive(version))'")
    }

    func install() throws -> Program.Result {
        try Program.run(
            folder["scripts/toolchain"], [folder["swift"]],
            environment: [
                "SWIFT_DOWNLOADS": "file://\(folder["site"])",
                "SWIFT_KEYS": "file://\(folder["keys.asc"])", "PATH": "/usr/bin:/bin",
            ])
    }

    private func shell(_ script: String) throws {
        let result = try Program.run(
            "/bin/bash",
            [
                "-c",
                "set -e; gpg() { /usr/bin/gpg --homedir \"$PWD/gpg\" --batch --quiet --yes \"$@\"; };"
                    + " cd '\(folder.path)'; trap 'gpgconf --homedir gpg --kill gpg-agent' EXIT; \(script)",
            ])
        try #require(result.status == 0, "\(script): \(result.messages)")
    }
}
