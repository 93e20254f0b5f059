import Testing
import WebModule

/// The vectors of FIPS 180-4, and lengths around a block's end.
@Suite struct SHA256Tests {
    struct Case: CustomTestStringConvertible {
        let text: String
        let hash: String
        var testDescription: String { "\(text.utf8.count) bytes" }
    }

    static let cases = [
        Case(
            text: "", hash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        Case(
            text: "abc", hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        Case(
            text: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            hash: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        Case(
            text: String(repeating: "a", count: 55),
            hash: "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        Case(
            text: String(repeating: "a", count: 64),
            hash: "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        Case(
            text: String(repeating: "a", count: 1_000_000),
            hash: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ]

    @Test(arguments: cases)
    func hashes(_ example: Case) {
        #expect(Array(example.text.utf8).withUnsafeBufferPointer(SHA256.hex) == example.hash)
    }
}
