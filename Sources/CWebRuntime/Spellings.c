// Unicode's tables of equivalent spellings, left empty. Only for WebAssembly.
//
// Swift's String compares normalised text, and asks these names for the tables; they weigh 19 kB as brotli -11. JSON, CEL and
// the renderer compare code points already, so nothing that they write depends on them. With these the linker leaves the
// tables out, and text is in its normal form as it is; Swift still joins Korean letters, which it computes without a table.
#include "WebRuntime.h"

// No bit: a starter that is neither taken apart nor joined with what follows.
uint16_t _swift_stdlib_getNormData(uint32_t scalar) {
    (void)scalar;
    return 0;
}

uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) {
    (void)scalar;
    return UINT32_MAX;
}

uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) {
    (void)first, (void)second;
    return UINT32_MAX;
}

// Swift reads the address; without an entry it never reads what is there.
static const uint8_t none[1];
const uint8_t *const _swift_stdlib_nfd_decompositions = none;
