// Random bits for hashing, from 64 bits that the host gives (SplitMix64, Steele and others 2014).
//
// Limit: they keep a hostile input from choosing colliding keys; they are no secret.
#include "WebRuntime.h"

static uint64_t state = 0x6D617463682D6277;

void web_seed(uint64_t seed) { state = seed; }

void web_random(void *bytes, size_t count) {
    uint8_t *at = bytes;
    while (count > 0) {
        state += 0x9E3779B97F4A7C15;
        uint64_t bits = state;
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
        bits ^= bits >> 31;
        for (int byte = 0; byte < 8 && count > 0; byte++, count--) {
            *at++ = (uint8_t)bits;
            bits >>= 8;
        }
    }
}
