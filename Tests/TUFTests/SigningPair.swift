import COpenSSL
import Foundation

/// A pair of keys of OpenSSL that signs: the library verifies these schemes and does not sign with them.
final class SigningPair: @unchecked Sendable {
    private let key: OpaquePointer

    /// P-256 with this number as the private key.
    init?(p256 number: UInt8) {
        // An ECPrivateKey without its public half (RFC 5915), which OpenSSL computes.
        let der: [UInt8] =
            [0x30, 0x31, 2, 1, 1, 4, 32] + [UInt8](repeating: 0, count: 31) + [number]
            + [0xA0, 10, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]
        let key = der.withUnsafeBufferPointer {
            var next = $0.baseAddress
            return d2i_AutoPrivateKey(nil, &next, der.count)
        }
        guard let key else { return nil }
        self.key = key
    }

    /// A new RSA key of this length.
    init?(rsaBits: Int32) {
        let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_rsa_keygen_bits(context, rsaBits) == 1,
            EVP_PKEY_generate(context, &key) == 1, let key
        else { return nil }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// The SubjectPublicKeyInfo; of a P-256 key the last 65 bytes are the point.
    var publicKeyInfo: [UInt8] {
        var start: UnsafeMutablePointer<UInt8>?
        let count = Int(i2d_PUBKEY(key, &start))
        defer { CRYPTO_free(start, nil, 0) }
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    var pem: String {
        let text = Data(publicKeyInfo).base64EncodedString()
        let lines = stride(from: 0, to: text.count, by: 64).map { text.dropFirst($0).prefix(64) }
        return
            "-----BEGIN PUBLIC KEY-----\n\(lines.joined(separator: "\n"))\n-----END PUBLIC KEY-----\n"
    }

    /// A signature over the SHA-256 of a message; `padding` is for RSA alone.
    func sign(_ message: [UInt8], padding: Int32? = nil) -> [UInt8] {
        let hash = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(hash) }
        var parameters: OpaquePointer?
        guard EVP_DigestSignInit_ex(hash, &parameters, "SHA2-256", nil, nil, key, nil) == 1
        else { return [] }
        if let padding {
            EVP_PKEY_CTX_set_rsa_padding(parameters, padding)
            if padding == RSA_PKCS1_PSS_PADDING {
                EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, RSA_PSS_SALTLEN_DIGEST)
            }
        }
        var count = Int(EVP_PKEY_get_size(key))
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(hash, &signature, &count, message, message.count) == 1 else {
            return []
        }
        return Array(signature.prefix(count))
    }
}
