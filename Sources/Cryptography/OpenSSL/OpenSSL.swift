#if os(Linux)

    import COpenSSL

    /// OpenSSL 3 through its EVP interface, with the default provider alone.
    ///
    /// All calls name a library context of our own. The system's configuration (`OPENSSL_CONF`, FIPS mode, engines) applies
    /// to the default context, so it cannot switch an algorithm off or replace it here; libcurl still follows it.
    enum OpenSSL {
        /// Made at the first use and never freed.
        nonisolated(unsafe) static let context: OpaquePointer = {
            // By default OpenSSL frees its tables in exit(), while other threads may still use them.
            OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
            guard let context = OSSL_LIB_CTX_new(), OSSL_PROVIDER_load(context, "default") != nil
            else { preconditionFailure("OpenSSL has no default provider, or the system no memory") }
            return context
        }()

        // Looking an algorithm up takes longer than hashing a small file.
        nonisolated(unsafe) static let sha256 = fetchDigest("SHA2-256")
        nonisolated(unsafe) static let sha512 = fetchDigest("SHA2-512")

        private static func fetchDigest(_ name: String) -> OpaquePointer {
            guard let digest = EVP_MD_fetch(context, name, nil) else {
                preconditionFailure("OpenSSL's default provider has no \(name)")
            }
            return digest
        }

        /// Fills a buffer with random bytes for secrets, or traps: there is nothing to fall back on.
        static func fillWithRandomBytes(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
            guard RAND_priv_bytes_ex(context, buffer.baseAddress, buffer.count, 0) == 1 else {
                preconditionFailure("the system has no randomness")
            }
        }

        /// Calls OpenSSL and removes the errors that the call leaves in the thread's queue: libcurl reads the same queue.
        static func withoutErrors<Result>(_ body: () -> Result) -> Result {
            ERR_set_mark()
            defer { ERR_pop_to_mark() }
            return body()
        }
    }

    /// A key of OpenSSL, freed (and zeroed, if it is private) with its last reference.
    ///
    /// Nothing changes a key after it is made, so threads may share it.
    final class EVPKey: @unchecked Sendable {
        private let pointer: OpaquePointer

        private init?(_ pointer: OpaquePointer?) {
            guard let pointer else { return nil }
            self.pointer = pointer
        }

        deinit { EVP_PKEY_free(pointer) }

        /// Nil for a form that is not the one in which OpenSSL writes the key, such as BER (RFC 5280 §4.1.2.7).
        convenience init?(publicKeyInfo der: [UInt8]) {
            self.init(
                OpenSSL.withoutErrors {
                    der.withUnsafeBufferPointer {
                        var next = $0.baseAddress
                        return d2i_PUBKEY_ex(nil, &next, der.count, OpenSSL.context, nil)
                    }
                })
            guard publicKeyInfo == der else { return nil }
        }

        convenience init?(ed25519 bytes: [UInt8], isPrivate: Bool) {
            let make = isPrivate ? EVP_PKEY_new_raw_private_key_ex : EVP_PKEY_new_raw_public_key_ex
            self.init(
                OpenSSL.withoutErrors {
                    make(OpenSSL.context, "ED25519", nil, bytes, bytes.count)
                })
        }

        var publicKeyInfo: [UInt8] {
            var start: UnsafeMutablePointer<UInt8>?
            let count = Int(i2d_PUBKEY(pointer, &start))
            guard let start, count > 0 else { return [] }
            defer { CRYPTO_free(start, nil, 0) }
            return Array(UnsafeBufferPointer(start: start, count: count))
        }

        /// The length of the modulus or of the curve's order.
        var sizeBits: Int { Int(EVP_PKEY_get_bits(pointer)) }

        func isOfType(_ name: String) -> Bool { EVP_PKEY_is_a(pointer, name) == 1 }

        /// A key of RSA has such a number; nil for other keys.
        func lengthBits(ofNumber name: String) -> Int? {
            var number: OpaquePointer?
            guard EVP_PKEY_get_bn_param(pointer, name, &number) == 1 else { return nil }
            defer { BN_free(number) }
            return Int(BN_num_bits(number))
        }

        /// Both halves of an Ed25519 key are 32 bytes.
        func rawBytes(isPrivate: Bool) -> [UInt8] {
            let read =
                isPrivate ? EVP_PKEY_get_raw_private_key : EVP_PKEY_get_raw_public_key
            return [UInt8](unsafeUninitializedCapacity: 32) { bytes, count in
                count = 32
                guard read(pointer, bytes.baseAddress, &count) == 1 else {
                    preconditionFailure("an Ed25519 key of this process has its bytes")
                }
            }
        }

        /// Whether a signature is this key's; `digest` is nil where the scheme hashes by itself.
        func verifies(
            _ signature: [UInt8], of message: [UInt8], digest: String?, isPSS: Bool = false
        ) -> Bool {
            OpenSSL.withoutErrors {
                guard let hash = EVP_MD_CTX_new() else { return false }
                defer { EVP_MD_CTX_free(hash) }
                var parameters: OpaquePointer?
                guard
                    EVP_DigestVerifyInit_ex(
                        hash, &parameters, digest, OpenSSL.context, nil, pointer, nil) == 1
                else { return false }
                if isPSS {
                    guard EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING) == 1,
                        EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, RSA_PSS_SALTLEN_DIGEST) == 1
                    else { return false }
                }
                return EVP_DigestVerify(
                    hash, signature, signature.count, message, message.count) == 1
            }
        }

        /// The Ed25519 signature of 64 bytes; nil if the system has no memory.
        func ed25519Signature(of message: [UInt8]) -> [UInt8]? {
            OpenSSL.withoutErrors {
                guard let hash = EVP_MD_CTX_new() else { return nil }
                defer { EVP_MD_CTX_free(hash) }
                var (signature, count) = ([UInt8](repeating: 0, count: 64), 64)
                guard
                    EVP_DigestSignInit_ex(hash, nil, nil, OpenSSL.context, nil, pointer, nil) == 1,
                    EVP_DigestSign(hash, &signature, &count, message, message.count) == 1
                else { return nil }
                return signature
            }
        }
    }

#endif
