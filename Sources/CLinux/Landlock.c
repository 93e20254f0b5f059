#define _GNU_SOURCE
#include "Confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// From linux/landlock.h, because old headers have less than the kernel may know.
struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scoped;
};
struct beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));
enum {
    create_ruleset = 444,
    add_rule = 445,
    restrict_self = 446,
    version_flag = 1,
    rule_beneath = 1,
};
enum {
    execute = 1 << 0,
    write_file = 1 << 1,
    read_file = 1 << 2,
    read_folder = 1 << 3,
    first_version = 0x1FFF,
    rename_between_folders = 1 << 13,
    truncate_file = 1 << 14,
    control_device = 1 << 15,
    bind_tcp = 1 << 0,
    connect_tcp = 1 << 1,
    abstract_socket = 1 << 0,
    signals = 1 << 1,
};

int clinux_landlock(void) {
    long version = syscall(create_ruleset, NULL, 0, version_flag);
    return version < 1 ? 0 : (int)version;
}

int landlock_version(const clinux_confinement *confinement) {
    int version = clinux_landlock();
    return version < confinement->landlock_max ? version : confinement->landlock_max;
}

// A path that does not exist needs no rule.
static void allow(int ruleset, const char *path, uint64_t rights) {
    struct beneath rule = {rights, open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent < 0) return;
    if (syscall(add_rule, ruleset, rule_beneath, &rule, 0) != 0 && errno == EINVAL) {
        // A file cannot have the right to read a folder.
        rule.allowed &= ~(uint64_t)read_folder;
        (void)syscall(add_rule, ruleset, rule_beneath, &rule, 0);
    }
    close(rule.parent);
}

void confine_files(const clinux_confinement *confinement) {
    int version = landlock_version(confinement);
    if (version < 1) return;
    struct ruleset all = {first_version, 0, 0};
    if (version >= 2) all.files |= rename_between_folders;
    if (version >= 3) all.files |= truncate_file;
    if (version >= 4) all.network = bind_tcp | connect_tcp;
    if (version >= 5) all.files |= control_device;
    if (version >= 6) all.scoped = abstract_socket | signals;
    size_t size = version >= 6 ? sizeof all
        : version >= 4         ? offsetof(struct ruleset, scoped)
                               : offsetof(struct ruleset, network);
    int ruleset = (int)syscall(create_ruleset, &all, size, 0);
    if (ruleset < 0) return;
    for (char *const *path = confinement->readable; *path; path++)
        allow(ruleset, *path, read_file | read_folder);
    for (char *const *path = confinement->runnable; *path; path++)
        allow(ruleset, *path, read_file | read_folder | execute);
    // The program may write its output there to drop it.
    allow(ruleset, "/dev/null", (read_file | write_file | control_device) & all.files);
    (void)syscall(restrict_self, ruleset, 0);
    close(ruleset);
}
