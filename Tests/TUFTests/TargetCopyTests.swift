import TUF
import Testing

/// A target's copy on this machine: its name, and whether it is the file.
@Suite struct TargetCopyTests {
    @Test(
        "a copy's name leads out of no folder, hides nothing and is no other path's",
        arguments: [
            ("a/b.zip", "a%2Fb.zip"), ("a%2Fb.zip", "a%252Fb.zip"), ("..", "%2E."),
            (".hidden", "%2Ehidden"), ("../up", "%2E.%2Fup"), ("/", "%2F"), ("é", "%C3%A9"),
            ("e\u{301}", "e%CC%81"), ("\u{0}", "%00"),
            ("", "%-e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (String(repeating: "x", count: 200), String(repeating: "x", count: 200)),
            (
                String(repeating: "x", count: 201),
                "%-" + sha256(Array(String(repeating: "x", count: 201).utf8))
            ),
        ])
    func names(path: String, name: String) {
        let target = TargetFile(path: path, lengthBytes: 0, hashes: [:])
        #expect(target.fileName == name)
    }

    @Test("a copy is the file if its length and all its hashes are the listed ones")
    func content() {
        let bytes: [UInt8] = [1, 2, 3]
        func target(_ lengthBytes: Int, _ hashes: [String: String]) -> TargetFile {
            TargetFile(path: "a", lengthBytes: lengthBytes, hashes: hashes)
        }
        let both = ["sha256": sha256(bytes), "sha512": sha512(bytes).uppercased()]
        #expect(target(3, both).isContent(bytes))
        #expect(!target(3, both).isContent([1, 2, 4]))
        #expect(!target(2, both).isContent(bytes))
        #expect(!target(3, both.merging(["sha512": sha512([])]) { $1 }).isContent(bytes))
    }
}
