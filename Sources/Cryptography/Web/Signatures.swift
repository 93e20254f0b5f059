/// ECDSA on P-256 in the form of swift-crypto: no page reads such a key, so its signatures do not count.
package enum P256 {
    /// Verifies signatures.
    package enum Signing {
        /// A signature.
        package struct ECDSASignature: Sendable {
            /// Reads DER; always throws.
            package init(derRepresentation: [UInt8]) throws(CryptoError) { throw .malformed }
        }

        /// A public key.
        package struct PublicKey: Sendable {
            /// The point.
            package var x963Representation: [UInt8] { [] }

            /// Reads a point; always throws.
            package init(x963Representation: [UInt8]) throws(CryptoError) { throw .malformed }

            /// Reads PEM; always throws.
            package init(pemRepresentation: String) throws(CryptoError) { throw .malformed }

            /// Whether a signature is this key's: never.
            package func isValidSignature(_ signature: ECDSASignature, for message: [UInt8]) -> Bool
            { false }
        }
    }
}

/// Ed25519 in the form of swift-crypto.
package enum Curve25519 {
    /// Verifies signatures (RFC 8032).
    package enum Signing {
        /// A public key.
        package struct PublicKey: Sendable {
            private let bytes: [UInt8]

            /// Reads a key of 32 bytes; bytes that are no point verify nothing.
            package init(rawRepresentation bytes: [UInt8]) throws(CryptoError) {
                guard bytes.count == 32 else { throw .malformed }
                self.bytes = bytes
            }

            /// Whether a signature of 64 bytes is this key's.
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
