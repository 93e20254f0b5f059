// The names that Swift and the compiler call, and the exports that need no Swift. Only for WebAssembly.
#include "WebRuntime.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

uint32_t EXPORT(mb_abi)(void) { return 1; }
void EXPORT(mb_seed)(uint32_t low, uint32_t high) { web_seed((uint64_t)high << 32 | low); }
void *EXPORT(mb_alloc)(size_t count) { return web_malloc(count); }
void EXPORT(mb_free)(void *address) { web_free(address); }

void *malloc(size_t count) { return web_malloc(count); }
void free(void *address) { web_free(address); }
int posix_memalign(void **address, size_t alignment, size_t count) {
    return web_posix_memalign(address, alignment, count);
}

extern uint8_t __heap_base;

uint8_t *web_more_memory(size_t count, uint8_t **end) {
    enum { PAGE = 65536 };
    static uint8_t *taken;
    uint8_t *begin = taken ? taken : (uint8_t *)(((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15);
    // What the module starts with, then pages; a quarter of a megabyte at once, so that few calls are needed.
    uint8_t *now = (uint8_t *)(__builtin_wasm_memory_size(0) * PAGE);
    if ((size_t)(now - begin) < count) {
        size_t missing = count - (size_t)(now - begin);
        size_t pages = (missing + PAGE - 1) / PAGE;
        if (pages < 4) pages = 4;
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
        now += pages * PAGE;
    }
    taken = now;
    *end = now;
    return begin;
}

// With -mbulk-memory these are single instructions.
void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *left, const void *right, size_t count) {
    const uint8_t *a = left, *b = right;
    for (; count > 0; count--, a++, b++) {
        if (*a != *b) return *a - *b;
    }
    return 0;
}

size_t strlen(const char *text) {
    size_t count = 0;
    while (text[count]) count++;
    return count;
}

void arc4random_buf(void *bytes, size_t count) { web_random(bytes, count); }

// Nothing can be shown; Swift writes the last words of a trap here.
int putchar(int byte) { return byte; }

const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
    const char *end;
    *number = web_strtod(text, &end);
    return end == text ? NULL : end;
}

double round(double number) { return web_round(number); }
double fma(double a, double b, double c) { return web_product_error(a, b, c); }
