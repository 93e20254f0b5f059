import Foundation
import JSON
import TestSupport
import Testing

@testable import BundlePublisher

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

    @Test func nothingPrintsASecret() throws {
        let fixture = try SeasonFixture()
        let words = "four words and more"
        let passphrase = try fixture.folder.writeSecret(words, to: "passphrase")
        var printed = ""
        var secrets = [words]
        for command in [
            "init --json --passphrase-file \(passphrase)", "publish --in SITE",
            "keys rotate-online --passphrase-file \(passphrase)", "keys list --json",
            "keys renew-root --json --passphrase-file \(passphrase)", "publish --json --in SITE",
        ] {
            let result = try fixture.expect(of: command)
            printed += result.output + result.messages
            let key = try JSON.parse(fixture.folder.read("home/keys/online.key"))
            secrets.append(try #require(key["keyval"]?["private"]?.stringValue))
        }
        for secret in secrets { #expect(!printed.contains(secret)) }
        for name in ["root-a", "root-b"] {
            let file = try fixture.folder.read("home/keys/\(name).key")
            #expect(file.contains("\"sealed\""))
            #expect(!file.contains("\"private\""))
        }
    }

    /// No person should change the mode of a device.
    @Test func aDeviceIsNoSecretAndIsNotToBeChanged() {
        let told = trouble { _ = try SecretFile(path: "/dev/zero").read("key") }
        #expect(
            told?.message == "/dev/zero: expected a file or a pipe with the key, found a device")
        #expect(told?.remedy == nil)
    }
}
