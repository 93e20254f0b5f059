import Testing
import Text

/// What is found in eight bytes together is what is found byte by byte.
@Suite struct PlainBytesTests {
    @Test(arguments: 0...UInt8.max)
    func theFirstOtherByteIsFoundAtEveryPlace(_ byte: UInt8) {
        let isPlain = (0x20..<0x80).contains(byte) && ![0x22, 0x5C].contains(byte)
        for count in 0...20 {
            for at in 0..<count {
                // Bytes to which a subtraction could borrow stand behind it.
                for behind: UInt8 in [0x20, 0x21, 0x23, 0x5D, 0x7F] {
                    var bytes = [UInt8](repeating: behind, count: count)
                    bytes[at] = byte
                    for start in 0...count {
                        let end = bytes.withUnsafeBufferPointer { $0.endOfPlainBytes(from: start) }
                        guard end != (isPlain || start > at ? count : at) else { continue }
                        Issue.record("\(end) from \(start): \(byte) at \(at) of \(count)")
                    }
                }
            }
        }
    }

    @Test func printsOfShortKeysAreDifferentWhereKeysAre() {
        for count in 1...8 {
            let key = [UInt8](repeating: 0x61, count: count)
            for at in 0..<count {
                var other = key
                other[at] = 0x62
                let prints = [key, other].map { $0.withUnsafeBufferPointer { KeyPrint($0) } }
                #expect(prints[0] != prints[1])
            }
            let longer = (key + [0x61]).withUnsafeBufferPointer { KeyPrint($0) }
            #expect(key.withUnsafeBufferPointer { KeyPrint($0) } != longer)
        }
    }
}
