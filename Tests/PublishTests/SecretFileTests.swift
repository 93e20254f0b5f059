import Foundation
import TUF
import TestSupport
import Testing

@testable import BundlePublisher
@testable import SeasonAuthoring

/// Keys come from files, the environment or descriptors, and nothing ever prints one.
@Suite struct SecretFileTests {
    @Test(
        arguments: [
            ("fd:3", "/dev/fd/3"), ("a.key", "a.key"), ("/x/fd:3", "/x/fd:3"), ("fd:x", nil),
            ("fd:-1", nil), ("fd:", nil), ("", nil),
        ] as [(String, String?)])
    func isNamedByPathOrDescriptor(_ argument: String, _ path: String?) {
        #expect(SecretFile(argument)?.path == path)
    }

    @Test func aKeyComesThroughADescriptor() throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        let path = fixture.folder["online.key"]
        try FileManager.default.moveItem(atPath: fixture.home.onlineKeyPath, toPath: path)
        for source in ["3< \"$4\"", "3< <(cat \"$4\")"] {
            let result = try Program.run(
                "/bin/bash",
                [
                    "-c",
                    "\"$0\" publish --in \"$1\" --home \"$2\" --bundles \"$3\" --key fd:3 \(source)",
                    Program.path(of: "bundle-publish"), fixture.site, fixture.home.path,
                    fixture.bundles, path,
                ])
            #expect(result.status == 0, "\(source): \(result.messages)")
        }
    }

    @Test(arguments: ["root-key", "passphrase-file"]) func aSecretThatOthersCanReadIsRefused(
        _ option: String
    ) throws {
        let fixture = try SeasonFixture()
        try fixture.makeHome()
        let path = fixture.folder["an open one"]
        try FileManager.default.copyItem(atPath: fixture.rootA, toPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let result = try Program.run(
            "bundle-publish",
            ["keys", "renew-root", "--home", fixture.home.path, "--\(option)", path])
        #expect(result.status == 1)
        #expect(result.messages.contains("chmod 600 '\(path)'"))
        #expect(try fixture.home.roots().files.count == 1)
    }

    /// Every command that handles keys, in every form: no line has a private half or a passphrase.
    @Test func nothingPrintsASecret() throws {
        let fixture = try SeasonFixture()
        let words = "four words and more"
        let passphrase = try fixture.folder.write(words, to: "passphrase")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: passphrase)
        let home = ["--home", fixture.home.path]
        let unlock = ["--passphrase-file", passphrase]
        var printed = ""
        var secrets = [words]
        for arguments in [
            ["init", "--json"] + unlock, ["publish", "--in", fixture.site, "--bundles"],
            ["keys", "rotate-online"] + unlock, ["keys", "list", "--json"],
            ["keys", "renew-root", "--json"] + unlock,
            ["publish", "--json", "--in", fixture.site, "--bundles"],
        ] {
            let more = arguments.last == "--bundles" ? [fixture.bundles] : []
            let result = try Program.run("bundle-publish", arguments + more + home)
            #expect(result.status == 0, "\(arguments): \(result.messages)")
            printed += result.output + result.messages
            let key = try JSONDecoder().decode(
                PlainKey.self, from: Data(fixture.folder.read("home/keys/online.key").utf8))
            secrets.append(key.keyval.private)
        }
        for secret in secrets { #expect(!printed.contains(secret)) }
        for name in ["root-a", "root-b"] {
            let file = try fixture.folder.read("home/keys/\(name).key")
            #expect(file.contains("\"sealed\""))
            #expect(!file.contains("\"private\""))
        }
    }

    private struct PlainKey: Decodable {
        struct Halves: Decodable { let `private`: String }
        let keyval: Halves
    }

    /// Its mode is not the person's to change.
    @Test func aDeviceIsNoSecretAndIsNotToBeChanged() {
        let told = trouble { _ = try SecretFile(path: "/dev/zero").read(.key) }
        #expect(
            told?.message == "/dev/zero: expected a file or a pipe with the key, found a device")
        #expect(told?.remedy == nil)
    }
}
