/// RSASSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of 32 bytes (RFC 8017, 8.1.2), for tests alone.
package enum RSAPSS {
    /// Modulus and exponent in the DER of a key (RFC 5280, 4.1.2.7); nil for less than 2048 bits.
    package static func numbers(_ der: [UInt8]) -> (modulus: [UInt8], exponent: [UInt8])? {
        var outer = DER(der)
        guard let content = outer.value(0x30), outer.isAtEnd else { return nil }
        var inner = DER(content)
        let rsa: [UInt8] = [
            0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
        ]
        guard inner.value(0x30) == rsa, let bits = inner.value(3), bits.first == 0 else {
            return nil
        }
        var key = DER(bits.dropFirst())
        guard let pair = key.value(0x30) else { return nil }
        var numbers = DER(pair)
        guard let modulus = numbers.integer(), let exponent = numbers.integer() else { return nil }
        let significant = Array(modulus.drop { $0 == 0 })
        guard significant.count >= 256, significant.count <= 1_024, significant[0] >= 0x80,
            significant.count.isMultiple(of: 4), significant.last.map({ $0 & 1 }) == 1
        else { return nil }
        return (significant, exponent)
    }

    /// Whether a signature is the key's.
    package static func verifies(
        _ signature: [UInt8], _ message: [UInt8], modulus bytes: [UInt8], exponent: [UInt8]
    ) -> Bool {
        let words = bytes.count / 4
        guard signature.count == bytes.count,
            let modulus = Modulus.number(bytes, words: words).map({ Modulus($0) }),
            let number = Modulus.number(signature, words: words), modulus.isBelow(number),
            let power = Modulus.number(exponent, words: 2)
        else { return false }
        var block = Modulus.bytes(modulus.left(modulus.power(modulus.entered(number), power)))
        // The highest bit of the modulus is set, so the block has one bit less than its bytes.
        guard block.last == 0xbc, block[0] < 0x80 else { return false }
        let split = block.count - 33
        let hash = Array(block[split..<(block.count - 1)])
        var counter: UInt8 = 0
        var mask: [UInt8] = []
        while mask.count < split {
            mask += SHA256.hash(data: hash + [0, 0, 0, counter])
            counter += 1
        }
        for at in 0..<split { block[at] ^= mask[at] }
        block[0] &= 0x7f
        let salt = split - 32
        guard block[..<(salt - 1)].allSatisfy({ $0 == 0 }), block[salt - 1] == 1 else {
            return false
        }
        let digest = SHA256.hash(data: message)
        let check = [UInt8](repeating: 0, count: 8) + digest + block[salt..<split]
        return SHA256.hash(data: check) == hash
    }
}
