import Crypto

/// RSA in the form of swift-crypto: no page reads such a key, so its signatures do not count.
public enum _RSA {
    /// Verifies signatures.
    public enum Signing {
        /// How a signature is padded.
        public enum Padding: Sendable { case PSS }

        /// A signature.
        public struct RSASignature: Sendable {
            /// Takes the bytes.
            public init(rawRepresentation: [UInt8]) {}
        }

        /// A public key.
        public struct PublicKey: Sendable {
            /// The key's DER.
            public var derRepresentation: [UInt8] { [] }

            /// Reads PEM; always throws.
            public init(pemRepresentation: String) throws(CryptoError) { throw .malformed }

            /// Whether a signature is this key's: never.
            public func isValidSignature(
                _ signature: RSASignature, for message: [UInt8], padding: Padding
            ) -> Bool { false }
        }
    }
}
