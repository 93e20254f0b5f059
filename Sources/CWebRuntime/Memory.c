// Memory for a module without a C library: blocks in size classes, from one growing heap.
//
// Limits: a freed block serves only its own class again, so memory never shrinks and is never merged. Above
// 64 bytes, a class is at most a quarter larger than what was asked for; below, blocks are rounded up to 16 bytes.
// The alignment is 16 bytes; more is refused. One thread.
#include "WebRuntime.h"

// A header of 16 bytes before each block stores its class.
enum { HEADER = 16, SMALLEST = 16, CLASSES = 108 };
// More than a bundle, a document and everything between them ever need; the rest of 4 GB is no memory for a page.
static const size_t largest = (size_t)1 << 30;

typedef struct Block {
    size_t class;
    struct Block *next;
} Block;

static Block *freed[CLASSES];
static uint8_t *heap, *heap_end;

// Classes: 16, 32, 48, 64, then four for each doubling.
static size_t class_of(size_t count, size_t *rounded) {
    if (count <= 64) {
        size_t class = count == 0 ? 0 : (count - 1) / SMALLEST;
        *rounded = (class + 1) * SMALLEST;
        return class;
    }
    unsigned top = 31 - (unsigned)__builtin_clz((unsigned)(count - 1));
    size_t step = (size_t)1 << (top - 2);
    size_t quarter = ((count - 1) >> (top - 2)) & 3;
    *rounded = ((size_t)1 << top) + (quarter + 1) * step;
    return 4 + (top - 6) * 4 + quarter;
}

void *web_malloc(size_t count) {
    if (count > largest) return NULL;
    size_t rounded, class = class_of(count, &rounded);
    Block *block = freed[class];
    if (block) {
        freed[class] = block->next;
        return (uint8_t *)block + HEADER;
    }
    size_t whole = HEADER + rounded;
    if (!heap || (size_t)(heap_end - heap) < whole) {
        uint8_t *end, *more = web_more_memory(whole, &end);
        if (!more) return NULL;
        // What was left over continues in the new bytes.
        if (more != heap_end) heap = more;
        heap_end = end;
    }
    block = (Block *)heap;
    heap += whole;
    block->class = class;
    return (uint8_t *)block + HEADER;
}

void web_free(void *address) {
    if (!address) return;
    Block *block = (Block *)((uint8_t *)address - HEADER);
    block->next = freed[block->class];
    freed[block->class] = block;
}

int web_posix_memalign(void **address, size_t alignment, size_t count) {
    if (alignment > HEADER) return 22;  // EINVAL
    *address = web_malloc(count);
    return *address ? 0 : 12;  // ENOMEM
}
