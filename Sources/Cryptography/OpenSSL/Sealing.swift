#if os(Linux)

    import COpenSSL

    /// Random bytes of the system, fit for salts and nonces.
    package func randomBytes(count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            OpenSSL.fillWithRandomBytes(UnsafeMutableBufferPointer(rebasing: bytes[..<count]))
            initialized = count
        }
    }

    /// A secret key of 32 bytes, zeroed with its last reference.
    package final class SymmetricKey {
        fileprivate let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 32)

        /// Derives a key from a passphrase with scrypt (RFC 7914).
        ///
        /// It fails for a cost that is no power of two, and if the system has no memory for it:
        /// `128 · blockSize · rounds` bytes, at most 2 GiB.
        package init(
            scrypt passphrase: [UInt8], salt: [UInt8], rounds: Int, blockSize: Int, parallelism: Int
        ) throws(CryptoError) {
            let isDerived = OpenSSL.withoutErrors {
                passphrase.withUnsafeBytes { passphrase in
                    EVP_PBE_scrypt_ex(
                        passphrase.baseAddress?.assumingMemoryBound(to: CChar.self),
                        passphrase.count, salt, salt.count, UInt64(rounds), UInt64(blockSize),
                        UInt64(parallelism), 2 << 30, bytes.baseAddress, bytes.count,
                        OpenSSL.context, nil) == 1
                }
            }
            guard isDerived else { throw .malformed }
        }

        package init(_ given: [UInt8]) throws(CryptoError) {
            guard given.count == bytes.count else { throw .malformed }
            _ = bytes.update(fromContentsOf: given)
        }

        deinit {
            OPENSSL_cleanse(bytes.baseAddress, bytes.count)
            bytes.deallocate()
        }
    }

    /// ChaCha20-Poly1305 (RFC 8439): encrypts, and finds every change.
    package enum ChaChaPoly {
        private static let nonceByteCount = 12
        private static let tagByteCount = 16

        /// Nonce, ciphertext and tag; no other secret may be sealed with the nonce of 12 bytes; random ones by default.
        package static func seal(
            _ secret: [UInt8], using key: SymmetricKey, nonce: [UInt8]? = nil,
            authenticating context: [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            let nonce = nonce ?? randomBytes(count: nonceByteCount)
            var tag = [UInt8](repeating: 0, count: tagByteCount)
            guard nonce.count == nonceByteCount,
                let sealed = crypt(
                    secret, key, nonce, context, encrypts: true, tag: &tag)
            else { throw .malformed }
            return nonce + sealed + tag
        }

        /// Opens what ``seal(_:using:nonce:authenticating:)`` returned, unless key, context or a bit of it is another.
        package static func open(
            _ box: [UInt8], using key: SymmetricKey, authenticating context: [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            guard box.count >= nonceByteCount + tagByteCount else { throw .malformed }
            var tag = Array(box.suffix(tagByteCount))
            guard
                let secret = crypt(
                    Array(box.dropLast(tagByteCount).dropFirst(nonceByteCount)), key,
                    Array(box.prefix(nonceByteCount)), context, encrypts: false, tag: &tag)
            else { throw .malformed }
            return secret
        }

        /// Encrypts and writes the tag, or decrypts and compares it in constant time; nil if it differs.
        private static func crypt(
            _ text: [UInt8], _ key: SymmetricKey, _ nonce: [UInt8], _ context: [UInt8],
            encrypts: Bool, tag: inout [UInt8]
        ) -> [UInt8]? {
            OpenSSL.withoutErrors {
                let algorithm = EVP_CIPHER_fetch(OpenSSL.context, "ChaCha20-Poly1305", nil)
                let cipher = EVP_CIPHER_CTX_new()
                defer {
                    EVP_CIPHER_CTX_free(cipher)
                    EVP_CIPHER_free(algorithm)
                }
                var output = [UInt8](repeating: 0, count: text.count)
                var count: Int32 = 0
                guard let cipher, let algorithm, text.count <= Int32.max,
                    EVP_CipherInit_ex2(
                        cipher, algorithm, key.bytes.baseAddress, nonce, encrypts ? 1 : 0, nil)
                        == 1,
                    EVP_CipherUpdate(cipher, nil, &count, context, Int32(clamping: context.count))
                        == 1,
                    EVP_CipherUpdate(cipher, &output, &count, text, Int32(text.count)) == 1,
                    Int(count) == text.count,
                    encrypts || control(cipher, EVP_CTRL_AEAD_SET_TAG, &tag),
                    EVP_CipherFinal_ex(cipher, nil, &count) == 1,
                    !encrypts || control(cipher, EVP_CTRL_AEAD_GET_TAG, &tag)
                else {
                    OPENSSL_cleanse(&output, output.count)
                    return nil
                }
                return output
            }
        }

        private static func control(
            _ cipher: OpaquePointer, _ command: Int32, _ tag: inout [UInt8]
        ) -> Bool {
            EVP_CIPHER_CTX_ctrl(cipher, command, Int32(tag.count), &tag) == 1
        }
    }

#endif
