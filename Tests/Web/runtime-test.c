// Tests the module's C runtime natively, beside the system's, under sanitizers (Tests/Web/runtime-test).
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../Sources/CWebRuntime/WebRuntime.h"

static uint8_t *memory;
static size_t taken;
enum { ALL = 64 << 20 };

// In pieces, so that the allocator must ask again.
uint8_t *web_more_memory(size_t count, uint8_t **end) {
    size_t piece = (count + 4095) / 4096 * 4096;
    if (!memory) memory = aligned_alloc(4096, ALL);
    if (taken + piece > ALL) return NULL;
    uint8_t *begin = memory + taken;
    taken += piece;
    *end = begin + piece;
    return begin;
}

static uint64_t state = 20261122;
static uint64_t bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void check_number(const char *text) {
    char *wanted_end;
    const char *found_end;
    double wanted = strtod(text, &wanted_end), found = web_strtod(text, &found_end);
    if (memcmp(&wanted, &found, sizeof wanted) != 0 || wanted_end != found_end) {
        printf("%s: expected %a, found %a\n", text, wanted, found);
        exit(1);
    }
}

static void check_numbers(long count) {
    static const char *edges[] = {
        "0", "-0", "0.0e5", "1e308", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "4.9e-324", "2.4e-324",
        "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308", "2.2250738585072014e-308",
        "9007199254740993", "9007199254740992.99999999999999999999999999", "1e23", "8.5e22", "1e", "1e+", ".", "-", "+.5",
        "1.", ".5e-3x", "", "e5", "1e99999999999", "1e-99999999999", "0e99999999999", "00000000000000000000001",
        "0.000000000000000000000000000000000000000000000001e48", "1..2", "1e5.5", "5e-324", "3e-324",
    };
    for (size_t at = 0; at < sizeof edges / sizeof *edges; at++) check_number(edges[at]);
    char text[1200];
    for (long round = 0; round < count; round++) {
        uint64_t pattern = bits();
        double number;
        memcpy(&number, &pattern, sizeof number);
        switch (round % 4) {
        case 0:  // Any double, with as many digits as may be.
            if (!isfinite(number)) continue;
            snprintf(text, sizeof text, "%.*e", (int)(bits() % 20), number);
            break;
        case 1:  // As in matches.
            snprintf(text, sizeof text, "%.*f", (int)(bits() % 18), (double)(bits() % 1000000) / 997);
            break;
        case 2: {  // Any digits and exponent.
            int at = 0;
            for (int left = 1 + (int)(bits() % (round % 64 == 2 ? 1000 : 30)); left > 0; left--) {
                text[at++] = (char)('0' + bits() % 10);
                if (left == 10) text[at++] = '.';
            }
            snprintf(text + at, sizeof text - (size_t)at, "e%d", (int)(bits() % 700) - 350);
            break;
        }
        default: {  // Exactly between two doubles, and a little beside.
            if (!isfinite(number) || fabs(number) > 1e60 || fabs(number) < 1e-5) {
                number = (double)(bits() >> 1);
            }
            long double middle = ((long double)number + (long double)nextafter(number, INFINITY)) / 2;
            snprintf(text, sizeof text, "%.60Lf%s", middle, bits() % 2 ? "" : "1");
        }
        }
        check_number(text);
    }
}

static void check_memory(void) {
    enum { KEPT = 512 };
    static struct { uint8_t *bytes; size_t count; uint8_t mark; } kept[KEPT];
    for (long round = 0; round < 400000; round++) {
        size_t at = bits() % KEPT;
        for (size_t byte = 0; byte < kept[at].count; byte++) assert(kept[at].bytes[byte] == kept[at].mark);
        web_free(kept[at].bytes);
        size_t count = bits() % (round % 100 == 0 ? 70000 : 600);
        uint8_t *bytes = web_malloc(count);
        assert(bytes && (uintptr_t)bytes % 16 == 0);
        kept[at].bytes = bytes;
        kept[at].count = count;
        kept[at].mark = (uint8_t)round;
        memset(bytes, (uint8_t)round, count);
    }
    size_t before = taken;
    for (long round = 0; round < 100000; round++) web_free(web_malloc(bits() % 600));
    assert(taken == before);
    assert(web_malloc((size_t)1 << 31) == NULL);
    assert(web_malloc(ALL) == NULL);
    void *address;
    assert(web_posix_memalign(&address, 16, 40) == 0 && address);
    assert(web_posix_memalign(&address, 64, 40) != 0);
    web_free(NULL);
}

static void check_product(uint64_t a, uint64_t b) {
    int64_t signed_product;
    bool signed_overflows = __builtin_mul_overflow((int64_t)a, (int64_t)b, &signed_product);
    SignedProduct found = web_multiply_signed((int64_t)a, (int64_t)b);
    assert(found.product == signed_product && found.overflows == signed_overflows);
    uint64_t product;
    bool overflows = __builtin_mul_overflow(a, b, &product);
    UnsignedProduct other = web_multiply_unsigned(a, b);
    assert(other.product == product && other.overflows == overflows);
}

static void check_products(void) {
    static const uint64_t edges[] = {0, 1, 2, 3, 10, INT32_MAX, UINT32_MAX, (uint64_t)UINT32_MAX + 1, 3037000499, 3037000500,
        INT64_MAX / 10, INT64_MAX / 10 + 1, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX / 10, UINT64_MAX / 10 + 1};
    enum { EDGES = sizeof edges / sizeof *edges };
    for (size_t a = 0; a < 2 * EDGES; a++) {
        for (size_t b = 0; b < 2 * EDGES; b++) {
            check_product(a < EDGES ? edges[a] : -edges[a - EDGES], b < EDGES ? edges[b] : -edges[b - EDGES]);
        }
    }
    // Of every length, so that about half of them fit.
    for (long round = 0; round < 1000000; round++) {
        uint64_t a = bits() >> bits() % 64, b = bits() >> bits() % 64;
        check_product(bits() % 2 ? a : -a, bits() % 2 ? b : -b);
    }
}

static void check_others(void) {
    static const double numbers[] = {0, -0.0, 0.4, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 4503599627370497.5, 1e300};
    for (size_t at = 0; at < sizeof numbers / sizeof *numbers; at++) {
        double wanted = round(numbers[at]), found = web_round(numbers[at]);
        assert(memcmp(&wanted, &found, sizeof wanted) == 0);
    }
    for (long round = 0; round < 1000000; round++) {
        double a = (double)(bits() % 100000000) / 1009, b = (double)(1 + bits() % 1000000);
        assert(web_product_error(a, b, -(a * b)) == fma(a, b, -(a * b)));
    }
    uint8_t first[20], second[20];
    web_seed(7);
    web_random(first, sizeof first);
    web_seed(7);
    web_random(second, sizeof second);
    assert(memcmp(first, second, sizeof first) == 0);
}

int main(int count, char **arguments) {
    long numbers = count > 1 ? atol(arguments[1]) : 1000000;
    check_numbers(numbers);
    check_memory();
    check_products();
    check_others();
    printf("runtime-test: %ld numbers as the system reads them\n", numbers);
}
