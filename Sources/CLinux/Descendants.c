#define _GNU_SOURCE
#include "Confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// Reads a number at the start of a text; -1 if there is none.
static long number(const char *text) {
    long value = -1;
    for (; *text >= '0' && *text <= '9'; text++) value = (value < 0 ? 0 : value) * 10 + (*text - '0');
    return value;
}

// Closes the descriptors that /proc lists from the first one on; returns whether it closed any.
static int close_listed(int first) {
    // The form of getdents64(2).
    struct entry {
        uint64_t inode;
        int64_t offset;
        unsigned short length;
        unsigned char type;
        char name[];
    };
    _Alignas(struct entry) char entries[4096];
    int folder = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return 0;
    int closed = 0;
    for (long end; (end = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0;) {
        for (long at = 0; at < end;) {
            struct entry *entry = (struct entry *)(entries + at);
            long descriptor = number(entry->name);
            if (descriptor >= first && descriptor != folder) closed |= close((int)descriptor) == 0;
            at += entry->length;
        }
    }
    close(folder);
    return closed;
}

void close_from(int first) {
    if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
    // Before Linux 5.9. A folder may leave out names while it changes, so repeat until nothing is
    // left.
    while (close_listed(first)) {}
}

void kill_children(void) {
    char text[4096];
    int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list < 0) return;
    ssize_t length = read(list, text, sizeof text - 1);
    close(list);
    if (length <= 0) return;
    text[length] = 0;
    for (char *at = text; *at;) {
        long process = number(at);
        if (process > 1) (void)kill((pid_t)process, SIGKILL);
        while (*at && *at != ' ') at++;
        while (*at == ' ') at++;
    }
}
