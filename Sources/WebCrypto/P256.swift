/// ECDSA on P-256 in the form of swift-crypto: no page reads such a key, so its signatures do not count.
public enum P256 {
    /// Verifies signatures.
    public enum Signing {
        /// A signature.
        public struct ECDSASignature: Sendable {
            /// Reads DER; always throws.
            public init(derRepresentation: [UInt8]) throws(CryptoError) { throw .malformed }
        }

        /// A public key.
        public struct PublicKey: Sendable {
            /// The point.
            public var x963Representation: [UInt8] { [] }

            /// Reads a point; always throws.
            public init(x963Representation: [UInt8]) throws(CryptoError) { throw .malformed }

            /// Reads PEM; always throws.
            public init(pemRepresentation: String) throws(CryptoError) { throw .malformed }

            /// Whether a signature is this key's: never.
            public func isValidSignature(_ signature: ECDSASignature, for message: [UInt8]) -> Bool
            { false }
        }
    }
}
