/// ECDSA on P-256 in the form of swift-crypto: no page reads such a key, so its signatures do not count.
package enum P256 {
    /// Verifies signatures.
    package enum Signing {
        /// A signature.
        package struct ECDSASignature: Sendable {
            /// Reads DER; always throws.
            package init(derRepresentation: [UInt8]) throws(CryptoError) { throw .malformed }
        }

        /// A package key.
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
