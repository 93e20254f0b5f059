// What Swift and the compiler expect of a C library, for a WebAssembly module without imports.
//
// Functions begin with `web_`, so that tests link them beside the system's; Names.c gives them their own names.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *web_malloc(size_t count);
void web_free(void *address);
int web_posix_memalign(void **address, size_t alignment, size_t count);

/// At least `count` bytes, aligned to 16, directly behind the bytes before where that is possible; NULL for none.
uint8_t *web_more_memory(size_t count, uint8_t **end);

/// Reads a decimal number exactly, rounded to nearest and even; `*end` is the first byte that is not of it.
double web_strtod(const char *text, const char **end);

/// Rounds half away from zero.
double web_round(double number);

/// The rounding error of a product, `a * b + c` with `c == -(a * b)`; its only use. NOT a general fma.
double web_product_error(double a, double b, double c);

typedef struct {
    int64_t product;
    bool overflows;
} SignedProduct;
typedef struct {
    uint64_t product;
    bool overflows;
} UnsignedProduct;

/// Multiplies two numbers; `product` has the lower 64 bits, whether it overflows or not.
SignedProduct web_multiply_signed(int64_t a, int64_t b);
UnsignedProduct web_multiply_unsigned(uint64_t a, uint64_t b);

void web_seed(uint64_t seed);
void web_random(void *bytes, size_t count);
