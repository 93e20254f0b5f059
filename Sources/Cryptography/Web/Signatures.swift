/// ECDSA on P-256 in the form of swift-crypto: no page reads such a key, so its signatures do not count.
package enum P256 {
    package enum Signing {
        package struct ECDSASignature: Sendable {
            package init(derRepresentation: [UInt8]) throws(CryptoError) { throw .malformed }
        }

        package struct PublicKey: Sendable {
            package var x963Representation: [UInt8] { [] }

            package init(x963Representation: [UInt8]) throws(CryptoError) { throw .malformed }

            package init(pemRepresentation: String) throws(CryptoError) { throw .malformed }

            package func isValidSignature(_ signature: ECDSASignature, for message: [UInt8]) -> Bool
            { false }
        }
    }
}

/// Ed25519 in the form of swift-crypto.
package enum Curve25519 {
    package enum Signing {
        package struct PublicKey: Sendable {
            private let bytes: [UInt8]

            /// Reads a key of 32 bytes; bytes that are no point verify nothing.
            package init(rawRepresentation bytes: [UInt8]) throws(CryptoError) {
                guard bytes.count == 32 else { throw .malformed }
                self.bytes = bytes
            }

            package func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
                guard signature.count == 64 else { return false }
                return message.withUnsafeBufferPointer { message in
                    signature.withUnsafeBufferPointer { signature in
                        bytes.withUnsafeBufferPointer { key in
                            web_ed25519(
                                message.baseAddress, message.count, signature.baseAddress,
                                key.baseAddress) == 1
                        }
                    }
                }
            }
        }
    }
}

@_extern(c, "web_ed25519")
private func web_ed25519(
    _ message: UnsafePointer<UInt8>?, _ count: Int, _ signature: UnsafePointer<UInt8>?,
    _ key: UnsafePointer<UInt8>?
) -> Int32
