#include "CLinux.h"

#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static int count;
static char **values;

// glibc calls constructors with the arguments of main().
__attribute__((constructor)) static void keep(int argc, char **argv) {
    count = argc;
    values = argv;
}

int clinux_argument_count(void) { return count; }

const char *clinux_argument(int at) { return at >= 0 && at < count ? values[at] : NULL; }

// Swift's runtime looks for its own place before main(), to find the program that prints backtraces. In a program
// that is linked statically it knows no other way than this link, and without it ends the process. Constructors with
// a number run before those without one, so also before the runtime's.
__attribute__((constructor(101))) static void name_the_runtime_without_proc(void) {
    char first;
    if (readlink("/proc/self/exe", &first, 1) < 0) setenv("SWIFT_ROOT", "/", 0);
}
