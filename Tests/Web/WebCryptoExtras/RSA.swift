import Cryptography

/// RSASSA-PSS in the form of swift-crypto, for tests alone.
public enum _RSA {
    /// Verifies signatures.
    public enum Signing {
        /// How a signature is padded.
        public enum Padding: Sendable { case PSS }

        /// A signature.
        public struct RSASignature: Sendable {
            let bytes: [UInt8]

            /// Takes the bytes.
            public init(rawRepresentation: [UInt8]) { bytes = rawRepresentation }
        }

        /// A public key.
        public struct PublicKey: Sendable {
            /// The key's DER.
            public let derRepresentation: [UInt8]
            private let modulus: [UInt8]
            private let exponent: [UInt8]

            /// Reads PEM.
            public init(pemRepresentation: String) throws(CryptoError) {
                guard let der = DER.pem(pemRepresentation), let key = RSAPSS.numbers(der) else {
                    throw .malformed
                }
                derRepresentation = der
                (modulus, exponent) = (key.modulus, key.exponent)
            }

            /// Whether a signature is this key's.
            public func isValidSignature(
                _ signature: RSASignature, for message: [UInt8], padding: Padding
            ) -> Bool {
                RSAPSS.verifies(signature.bytes, message, modulus: modulus, exponent: exponent)
            }
        }
    }
}
