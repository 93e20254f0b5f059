// What the files that we take from BoringSSL expect of its other headers, without a C library.
//
// Signing and key making are compiled with them and dropped by the linker; only what verifies a signature is called, and
// a signature that is verified is no secret.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define OPENSSL_SMALL
#define OPENSSL_NO_ASM
#define OPENSSL_32_BIT
#define OPENSSL_EXPORT
#define BSSL_NAMESPACE_BEGIN namespace bssl {
#define BSSL_NAMESPACE_END }
#define BORINGSSL_MAKE_DELETER(type, deleter)
#define CONSTTIME_SECRET(ptr, len)
#define CONSTTIME_DECLASSIFY(ptr, len)
#define BSSL_CHECK(condition) \
    do { \
        if (!(condition)) __builtin_trap(); \
    } while (0)
#define assert(condition) ((void)0)
#define declassify_assert(condition) ((void)0)
#define BCM_SHA224_DIGEST_LENGTH 28
#define BCM_SHA256_DIGEST_LENGTH 32
#define BCM_SHA384_DIGEST_LENGTH 48
#define BCM_SHA512_DIGEST_LENGTH 64
#define BCM_SHA512_256_DIGEST_LENGTH 32

typedef struct spake2_ctx_st SPAKE2_CTX;
typedef struct sha256_state_st SHA256_CTX;
typedef struct sha512_state_st SHA512_CTX;
typedef uint32_t crypto_word_t;
enum class bcm_infallible { approved };

bcm_infallible BCM_sha512_update(SHA512_CTX *hash, const void *bytes, size_t count);
extern "C" int RAND_bytes(uint8_t *bytes, size_t count);

static inline int CRYPTO_memcmp(const void *left, const void *right, size_t count) {
    uint8_t difference = 0;
    for (size_t at = 0; at < count; at++) {
        difference |= ((const uint8_t *)left)[at] ^ ((const uint8_t *)right)[at];
    }
    return difference;
}

static inline void OPENSSL_memcpy(void *to, const void *from, size_t count) {
    if (count > 0) __builtin_memcpy(to, from, count);
}
static inline void OPENSSL_memmove(void *to, const void *from, size_t count) {
    if (count > 0) __builtin_memmove(to, from, count);
}
static inline void OPENSSL_memset(void *to, int byte, size_t count) {
    if (count > 0) __builtin_memset(to, byte, count);
}
static inline void FIPS_service_indicator_update_state(void) {}

// WebAssembly is little-endian.
static inline uint32_t CRYPTO_load_u32_be(const void *from) {
    uint32_t word;
    __builtin_memcpy(&word, from, 4);
    return __builtin_bswap32(word);
}
static inline void CRYPTO_store_u32_be(void *to, uint32_t word) {
    word = __builtin_bswap32(word);
    __builtin_memcpy(to, &word, 4);
}
static inline void CRYPTO_store_u32_le(void *to, uint32_t word) { __builtin_memcpy(to, &word, 4); }
static inline uint64_t CRYPTO_load_u64_le(const void *from) {
    uint64_t word;
    __builtin_memcpy(&word, from, 8);
    return word;
}
static inline uint64_t CRYPTO_load_u64_be(const void *from) {
    return __builtin_bswap64(CRYPTO_load_u64_le(from));
}
static inline void CRYPTO_store_u64_be(void *to, uint64_t word) {
    word = __builtin_bswap64(word);
    __builtin_memcpy(to, &word, 8);
}
static inline uint32_t CRYPTO_rotr_u32(uint32_t word, int count) {
    return __builtin_rotateright32(word, count);
}
static inline uint64_t CRYPTO_rotr_u64(uint64_t word, int count) {
    return __builtin_rotateright64(word, count);
}

// Only signing uses these.
static inline crypto_word_t constant_time_msb_w(crypto_word_t word) {
    return 0u - (word >> (sizeof(word) * 8 - 1));
}
static inline crypto_word_t constant_time_eq_w(crypto_word_t left, crypto_word_t right) {
    return 0u - (crypto_word_t)(left == right);
}
static inline crypto_word_t constant_time_is_zero_w(crypto_word_t word) {
    return constant_time_eq_w(word, 0);
}
static inline int constant_time_declassify_int(int value) { return value; }
static inline void constant_time_conditional_memxor(
    void *to, const void *from, size_t count, crypto_word_t mask) {
    for (size_t at = 0; at < count; at++) {
        ((uint8_t *)to)[at] ^= ((const uint8_t *)from)[at] & (uint8_t)mask;
    }
}

namespace bssl {
template <typename T>
class Span {
  public:
    Span(T *data, size_t size) : data_(data), size_(size) {}
    T *data() const { return data_; }
    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Span subspan(size_t from) const {
        BSSL_CHECK(from <= size_);
        return Span(data_ + from, size_ - from);
    }

  private:
    T *data_;
    size_t size_;
};
}  // namespace bssl
