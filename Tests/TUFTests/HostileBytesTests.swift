import JSON
import TUF
import Testing

/// Bytes that no publisher signs: refused, never a trap.
@Suite struct HostileBytesTests {
    @Test("no byte of a signed part can change without being noticed", arguments: [1, 32, 128])
    func flips(bits: UInt8) throws {
        for file in ["2.root.json", "timestamp.json", "2.snapshot.json", "2.targets.json"] {
            let world = World()
            world.repository.listsHashes = false
            world.repository.listsLengths = false
            world.repository.addTarget("a", [1])
            world.repository.publishRoot()
            world.repository.publish()
            let good = try #require(world.repository.files[file])
            let signed = try JSON.parse(good)["signed"]
            // A prime step, so that it falls on every part of the file; every byte takes half a minute.
            for at in stride(from: good.startIndex, to: good.endIndex, by: 17) {
                var bytes = good
                bytes[at] ^= bits
                world.repository.files[file] = bytes
                world.store = MemoryStore()
                guard (try? world.refresh()) != nil else { continue }
                // Space, or a letter's case in a signature: what was signed is still what is trusted.
                #expect(try JSON.parse(bytes)["signed"] == signed, "byte \(at) of \(file)")
            }
        }
    }

    @Test("a file that ends anywhere is refused")
    func truncated() throws {
        for file in ["2.root.json", "timestamp.json"] {
            let world = World()
            world.repository.publishRoot()
            let good = try #require(world.repository.files[file])
            for count in stride(from: 0, to: good.count - 2, by: 7) {
                world.repository.files[file] = Array(good[..<count])
                #expect(throws: UpdateError.self) { try world.refresh() }
            }
        }
    }

    @Test(
        "a key that is none vouches for nothing",
        arguments: [
            ("ed25519", "ed25519", ""), ("ed25519", "ed25519", "zz"), ("ed25519", "ed25519", "0"),
            ("ed25519", "ed25519", String(repeating: "0", count: 62)),
            ("ed25519", "ed25519", String(repeating: "f", count: 64)),
            ("ed25519", "ed25519", String(repeating: "é", count: 64)),
            ("ed25519", "rsassa-pss-sha256", String(repeating: "0", count: 64)),
            ("ecdsa", "ecdsa-sha2-nistp256", ""), ("ecdsa", "ecdsa-sha2-nistp256", "04"),
            ("ecdsa", "ecdsa-sha2-nistp256", "04" + String(repeating: "0", count: 128)),
            ("ecdsa", "ecdsa-sha2-nistp256", "00"),
            ("ecdsa", "ecdsa-sha2-nistp256", "-----BEGIN PUBLIC KEY-----"),
            (
                "ecdsa", "ecdsa-sha2-nistp256",
                "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"
            ),
            (
                "ecdsa", "ecdsa-sha2-nistp256",
                "-----BEGIN PUBLIC KEY-----\n!\n-----END PUBLIC KEY-----\n"
            ),
            ("rsa", "rsassa-pss-sha256", "-----BEGIN PUBLIC KEY-----"), ("", "", ""),
        ])
    func keys(keyType: String, scheme: String, publicText: String) throws {
        let key = PublicKey(keyType: keyType, scheme: scheme, publicText: publicText)
        for signer in [TestKey.ed25519(2), .p256(2)] {
            let world = World()
            world.repository["timestamp"].keys = [signer.renamed(key.keyID, json: key.json)]
            world.repository.publishRoot()
            world.repository.publish()
            #expect(
                throws: UpdateError.repository(
                    .signatures(role: "timestamp", valid: 0, threshold: 1))
            ) { try world.refresh() }
        }
    }

    @Test(
        "a DER signature that is none is not valid",
        arguments: ["", "30", "3000", "300602010002 0100", "3006020100020100", "ff", "3080"])
    func derSignatures(hex: String) throws {
        let world = World()
        let key = TestKey.p256(9)
        world.repository["timestamp"].keys = [key]
        world.repository["timestamp"].editSignatures = {
            $0 = [["keyid": .string(key.keyID), "sig": .string(hex)]]
        }
        world.repository.publishRoot()
        world.repository.publish()
        #expect(
            throws: UpdateError.repository(.signatures(role: "timestamp", valid: 0, threshold: 1))
        ) { try world.refresh() }
    }

    @Test("more keys than anybody needs are refused")
    func manyKeys() throws {
        let world = World()
        world.limits.keysMax = 6
        world.repository.publishRoot()
        try world.refresh()
        world.repository["root"].keys += [.ed25519(10), .ed25519(11), .ed25519(12)]
        world.repository.publishRoot()
        #expect(
            throws: UpdateError.repository(
                .malformed(file: "root", problem: "signed.keys: expected at most 6 keys, found 7"))
        ) { try world.refresh() }
    }
}
