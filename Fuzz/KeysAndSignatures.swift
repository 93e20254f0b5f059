import JSON

/// Arbitrary public keys and signatures of every scheme.
///
/// The first byte chooses the scheme. The second says how many bytes (times two) are the key; the
/// rest is the signature. It also tries dates, patterns and names.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeysAndSignatures(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 2 else { return 0 }
    let rest = UnsafeBufferPointer(start: start + 2, count: count - 2)
    let keyBytes = min(Int(start[1]) * 2, rest.count)
    let text = String(decoding: rest[..<keyBytes], as: UTF8.self)
    let signature = Array(rest[keyBytes...])

    let kinds = [
        ("ed25519", "ed25519"), ("ecdsa", "ecdsa-sha2-nistp256"),
        ("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256"), ("rsa", "rsassa-pss-sha256"),
    ]
    let (keyType, scheme) = kinds[Int(start[0]) % kinds.count]
    let key = PublicKey(keyType: keyType, scheme: scheme, publicText: text)
    Harness.require(key.isIdentified(by: key.keyID), "a key that is not its own")
    // An attacker who chooses the key may choose one that has signed everything.
    _ = key.verifier()?.isValid(signature: signature, of: message)
    Harness.require(
        !honest[Int(start[0]) % honest.count].isValid(signature: signature, of: message),
        "a forged signature")
    texts(text, String(decoding: signature, as: UTF8.self))
    return 0
}

private let message = Array("nobody signed this".utf8)

/// A key of each scheme whose private part has signed nothing.
private let honest: [Verifier] =
    [
        Harness.key.publicKey.verifier(),
        Verifier(
            keyType: "ecdsa", scheme: "ecdsa-sha2-nistp256",
            publicText: """
                -----BEGIN PUBLIC KEY-----
                MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAECgJuH9kBnYbFHk9/e9g36MgUZgr1
                RiOncwgmssRUx++bxHcpAdQI5eeftpKeqtAD+vdCAhW5YCNmarw+97NRIQ==
                -----END PUBLIC KEY-----
                """),
        Verifier(
            keyType: "rsa", scheme: "rsassa-pss-sha256",
            publicText: """
                -----BEGIN PUBLIC KEY-----
                MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA4RZ9roBBXAVhjheRmM9S
                1haiRb/dXSCCtpcNoxjdkuHAAf1Xzy4khYjOL9RKLL1j+q9ZyrdGJhh6iwbskcmY
                P7xdIdyVhF3VjO4QT03Zaz4p3SP5p9WILFjI+FLtBbxtIn4j06r/TOdJqHPwW1qe
                HOXoJ2TJwy39qHKAIBXFH7Zvaa3sEeZ5iWnh1CsT9V6eqMgNbZNHuHuJyZ+ykbu3
                Q53ZQVurjsQKX6WeYlMMemMGYBSmtYMXckfwVstGaQzfKmOFxHCFGx0UkT1d3pM7
                loY6/WpzjAlSLKTAFQfldH7n3BQVc4Y44J3a/ZJOnilTmryjPrzjYXMXipYiTeYp
                EQIDAQAB
                -----END PUBLIC KEY-----
                """),
    ].compactMap { $0 }

private func texts(_ text: String, _ other: String) {
    if let bytes = Hex.decode(text) {
        Harness.require(Hex.encode(bytes) == text.lowercased(), "other hexadecimal digits")
    }
    if let moment = UTCTime(text) {
        Harness.require(moment.description.utf8.elementsEqual(text.utf8), "another date")
    }
    if text.utf8.count <= TUFLimits.standard.pathBytesMax {
        let path = TargetPath(text)
        if !text.unicodeScalars.contains(where: { "*?".unicodeScalars.contains($0) }) {
            Harness.require(PathPattern(text).matches(path), "a path that is not itself")
        }
        _ = PathPattern(other).matches(path)
    }
    let names = [PercentEncoder.component(text), PercentEncoder.component(other)]
    Harness.require(
        (names[0] == names[1]) == text.utf8.elementsEqual(other.utf8), "two roles of one name")
}
