import BundleFormat
import Cryptography

/// SHA-256, as manifests and content versions write it.
package enum ContentHasher {
    /// 64 lower-case hexadecimal digits.
    package static func hex(of bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(unsafeUninitializedCapacity: 2 * SHA256.byteCount) { text in
            var at = 0
            for byte in SHA256.hash(data: bytes) {
                text[at] = digits[Int(byte >> 4)]
                text[at + 1] = digits[Int(byte & 15)]
                at += 2
            }
            return at
        }
    }
}

extension ContentVersion {
    /// The version of the bundle whose `manifest.json` has these bytes.
    package init(hashing manifest: [UInt8]) {
        guard let version = ContentVersion(ContentHasher.hex(of: manifest)) else {
            preconditionFailure("a SHA-256 has 64 hexadecimal digits")
        }
        self = version
    }
}
