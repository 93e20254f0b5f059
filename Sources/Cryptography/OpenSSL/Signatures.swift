#if os(Linux)

    import COpenSSL

    /// Ed25519 (RFC 8032).
    package enum Curve25519 {
        package enum Signing {
            /// A public key; bytes that are no point of the curve verify nothing.
            package struct PublicKey: Sendable {
                package let rawRepresentation: [UInt8]
                private let key: EVPKey

                package init(rawRepresentation bytes: [UInt8]) throws(CryptoError) {
                    guard bytes.count == 32, let key = EVPKey(ed25519: bytes, isPrivate: false)
                    else { throw .malformed }
                    (rawRepresentation, self.key) = (bytes, key)
                }

                fileprivate init(of key: EVPKey) {
                    (rawRepresentation, self.key) = (key.rawBytes(isPrivate: false), key)
                }

                package func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
                    signature.count == 64 && key.verifies(signature, of: message, digest: nil)
                }
            }

            package struct PrivateKey: Sendable {
                private let key: EVPKey

                package init() {
                    var seed = [UInt8](repeating: 0, count: 32)
                    defer { OPENSSL_cleanse(&seed, seed.count) }
                    seed.withUnsafeMutableBufferPointer { OpenSSL.fillWithRandomBytes($0) }
                    guard let key = EVPKey(ed25519: seed, isPrivate: true) else {
                        preconditionFailure("the system has no memory for a key")
                    }
                    self.key = key
                }

                package init(rawRepresentation bytes: [UInt8]) throws(CryptoError) {
                    guard bytes.count == 32, let key = EVPKey(ed25519: bytes, isPrivate: true)
                    else { throw .malformed }
                    self.key = key
                }

                package var rawRepresentation: [UInt8] { key.rawBytes(isPrivate: true) }

                package var publicKey: PublicKey { PublicKey(of: key) }

                package func signature(for message: [UInt8]) throws(CryptoError) -> [UInt8] {
                    guard let signature = key.ed25519Signature(of: message) else {
                        throw .malformed
                    }
                    return signature
                }
            }
        }
    }

    /// ECDSA on P-256 with SHA-256 (FIPS 186-4).
    package enum P256 {
        package enum Signing {
            /// A signature as DER; when it verifies, OpenSSL refuses what is no such pair of numbers.
            package struct ECDSASignature: Sendable {
                fileprivate let bytes: [UInt8]

                package init(derRepresentation: [UInt8]) throws(CryptoError) {
                    guard derRepresentation.first == 0x30 else { throw .malformed }
                    bytes = derRepresentation
                }
            }

            package struct PublicKey: Sendable {
                /// The uncompressed point (X9.63), 65 bytes.
                package let x963Representation: [UInt8]
                private let key: EVPKey

                /// What stands before the point in a SubjectPublicKeyInfo of this curve (RFC 5480).
                private static let infoPrefix: [UInt8] = [
                    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
                    0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
                ]

                package init(x963Representation point: [UInt8]) throws(CryptoError) {
                    guard point.count == 65, point.first == 4,
                        let key = EVPKey(publicKeyInfo: Self.infoPrefix + point)
                    else { throw .malformed }
                    (x963Representation, self.key) = (point, key)
                }

                /// Reads the PEM of a SubjectPublicKeyInfo; a curve without a name and a compressed point are refused.
                package init(pemRepresentation text: String) throws(CryptoError) {
                    guard let der = publicKeyInfo(inPEM: text),
                        der.starts(with: Self.infoPrefix)
                    else { throw .malformed }
                    try self.init(x963Representation: Array(der[Self.infoPrefix.count...]))
                }

                package func isValidSignature(
                    _ signature: ECDSASignature, for message: [UInt8]
                ) -> Bool {
                    key.verifies(signature.bytes, of: message, digest: "SHA2-256")
                }
            }
        }
    }

    /// RSASSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of 32 bytes (RFC 8017 §8.1).
    package enum _RSA {
        package enum Signing {
            package enum Padding: Sendable { case PSS }

            package struct RSASignature: Sendable {
                fileprivate let bytes: [UInt8]

                package init(rawRepresentation: [UInt8]) { bytes = rawRepresentation }
            }

            package struct PublicKey: Sendable {
                package let derRepresentation: [UInt8]
                private let key: EVPKey

                /// 2,048 to 8,192 bits and an exponent of at most 33: shorter keys are weak, others take seconds to verify with.
                package init(pemRepresentation text: String) throws(CryptoError) {
                    guard let der = publicKeyInfo(inPEM: text),
                        let key = EVPKey(publicKeyInfo: der),
                        key.isOfType("RSA"), 2_048...8_192 ~= key.sizeBits,
                        let exponent = key.lengthBits(ofNumber: "e"), 2...33 ~= exponent
                    else { throw .malformed }
                    (derRepresentation, self.key) = (der, key)
                }

                package func isValidSignature(
                    _ signature: RSASignature, for message: [UInt8], padding: Padding
                ) -> Bool {
                    key.verifies(signature.bytes, of: message, digest: "SHA2-256", isPSS: true)
                }
            }
        }
    }

    /// The DER in a text that is one PEM of a public key (RFC 7468 §13) and nothing else; nil for any other text.
    ///
    /// Lines have 64 characters, as in the strict form of RFC 7468, so one key has one spelling but for its line ends.
    private func publicKeyInfo(inPEM text: String) -> [UInt8]? {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count > 2, lines.first == "-----BEGIN PUBLIC KEY-----",
            lines.last == "-----END PUBLIC KEY-----"
        else { return nil }
        let body = lines.dropFirst().dropLast()
        guard body.dropLast().allSatisfy({ $0.utf8.count == 64 }) else { return nil }
        let base64 = Array(body.joined().utf8)
        // OpenSSL's decoder skips spaces and leaves zeros for the padding: only what encodes to the same text is accepted.
        let padding = base64.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        var der = [UInt8](repeating: 0, count: base64.count / 4 * 3)
        guard base64.count % 4 == 0, padding <= 2,
            EVP_DecodeBlock(&der, base64, Int32(clamping: base64.count)) == der.count
        else { return nil }
        der.removeLast(padding)
        var encoded = [UInt8](repeating: 0, count: base64.count + 1)
        EVP_EncodeBlock(&encoded, der, Int32(clamping: der.count))
        return encoded.dropLast().elementsEqual(base64) ? der : nil
    }

#endif
