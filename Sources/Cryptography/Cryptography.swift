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
        package enum Signing {
            package enum Padding: Sendable { case PSS }

            package struct RSASignature: Sendable {
                package init(rawRepresentation: [UInt8]) {}
            }

            package struct PublicKey: Sendable {
                package var derRepresentation: [UInt8] { [] }

                package init(pemRepresentation: String) throws(CryptoError) { throw .malformed }

                package func isValidSignature(
                    _ signature: RSASignature, for message: [UInt8], padding: Padding
                ) -> Bool { false }
            }
        }
    }

#endif
