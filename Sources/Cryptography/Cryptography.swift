// One interface, in the form of swift-crypto, and four places that have it (docs/adr/0032): on Linux the folder OpenSSL,
// in WebAssembly the folder Web, on Apple's systems CryptoKit, elsewhere swift-crypto.

#if canImport(CryptoKit)
    @_exported import CryptoKit
#elseif !os(Linux) && !arch(wasm32)
    @_exported import Crypto
#endif

/// The bytes are not a key, not a signature, or not sealed with this key.
package enum CryptoError: Error { case malformed }

#if !os(Linux)

    /// RSA: only Linux reads such a key, so its signatures do not count in an app or a page.
    package enum _RSA {
        /// Verifies signatures.
        package enum Signing {
            /// How a signature is padded.
            package enum Padding: Sendable { case PSS }

            /// A signature.
            package struct RSASignature: Sendable {
                /// Takes the bytes.
                package init(rawRepresentation: [UInt8]) {}
            }

            /// A public key.
            package struct PublicKey: Sendable {
                /// The key's DER.
                package var derRepresentation: [UInt8] { [] }

                /// Reads PEM; always throws.
                package init(pemRepresentation: String) throws(CryptoError) { throw .malformed }

                /// Whether a signature is this key's: never.
                package func isValidSignature(
                    _ signature: RSASignature, for message: [UInt8], padding: Padding
                ) -> Bool { false }
            }
        }
    }

#endif
