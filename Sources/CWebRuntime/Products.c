// Products of 64 bits that tell whether they are too large; scripts/web-module has the calls.
#include "WebRuntime.h"

// The product of 128 bits, without signs.
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *high) {
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
    *high = a1 * b1 + (middle >> 32) + (other >> 32);
    return other << 32 | (uint32_t)low;
}

SignedProduct web_multiply_signed(int64_t a, int64_t b) {
    uint64_t high, low = multiply((uint64_t)a, (uint64_t)b, &high);
    if (a < 0) high -= (uint64_t)b;
    if (b < 0) high -= (uint64_t)a;
    // It fits if the upper half only repeats the sign of the lower one.
    return (SignedProduct){(int64_t)low, high != (low >> 63 ? UINT64_MAX : 0)};
}

UnsignedProduct web_multiply_unsigned(uint64_t a, uint64_t b) {
    uint64_t high, low = multiply(a, b, &high);
    return (UnsignedProduct){low, high != 0};
}
