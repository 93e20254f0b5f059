#include "CLinux.h"

#include <stddef.h>

static int count;
static char **values;

// glibc calls constructors with the arguments of main().
__attribute__((constructor)) static void keep(int argc, char **argv) {
    count = argc;
    values = argv;
}

int clinux_argument_count(void) { return count; }

const char *clinux_argument(int at) { return at >= 0 && at < count ? values[at] : NULL; }
