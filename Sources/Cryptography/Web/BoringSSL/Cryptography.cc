// SHA-256, SHA-512 and Ed25519 from the BoringSSL that swift-crypto has, under our own names.
//
// scripts/web-module copies BoringSSL's files next to this one from the pinned checkout; none of them is in our repository.
#include "BoringSSL.h"

#include "include/CCryptoBoringSSL_sha2.h"

#include "crypto/fipsmodule/sha/sha256.cc.inc"
#include "crypto/fipsmodule/sha/sha512.cc.inc"

int SHA512_Init(SHA512_CTX *hash) { return BCM_sha512_init(hash), 1; }
int SHA512_Update(SHA512_CTX *hash, const void *bytes, size_t count) {
    return BCM_sha512_update(hash, bytes, count), 1;
}
int SHA512_Final(uint8_t *digest, SHA512_CTX *hash) { return BCM_sha512_final(digest, hash), 1; }
uint8_t *SHA512(const uint8_t *bytes, size_t count, uint8_t *digest) {
    SHA512_CTX hash;
    SHA512_Init(&hash);
    SHA512_Update(&hash, bytes, count);
    SHA512_Final(digest, &hash);
    return digest;
}

#include "crypto/curve25519/curve25519.cc"

static_assert(sizeof(SHA256_CTX) <= 128, "WebCrypto's SHA256 has no room for it");
static_assert(sizeof(SHA512_CTX) <= 256, "WebCrypto's SHA512 has no room for it");

extern "C" {
void web_sha256_begin(SHA256_CTX *hash) { BCM_sha256_init(hash); }
void web_sha256_add(SHA256_CTX *hash, const uint8_t *bytes, size_t count) {
    BCM_sha256_update(hash, bytes, count);
}
void web_sha256_end(SHA256_CTX *hash, uint8_t *digest) { BCM_sha256_final(digest, hash); }
void web_sha512_begin(SHA512_CTX *hash) { BCM_sha512_init(hash); }
void web_sha512_add(SHA512_CTX *hash, const uint8_t *bytes, size_t count) {
    BCM_sha512_update(hash, bytes, count);
}
void web_sha512_end(SHA512_CTX *hash, uint8_t *digest) { BCM_sha512_final(digest, hash); }

/// Whether a signature of 64 bytes is a key's of 32 bytes (RFC 8032, 5.1.7); 1 if it is.
int32_t web_ed25519(
    const uint8_t *message, size_t count, const uint8_t *signature, const uint8_t *key) {
    return ED25519_verify(message, count, signature, key);
}
}
