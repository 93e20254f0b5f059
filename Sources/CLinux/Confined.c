#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// From linux/landlock.h, where old headers have less than the kernel may know.
struct ruleset {
    uint64_t files;
    uint64_t network;
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

// Takes away every right to change files, and to use TCP, as far as the kernel has Landlock; where it has
// not, the limits on resources and the owner of the files have to do.
static void give_up_writing(void) {
    long version = syscall(create_ruleset, NULL, 0, version_flag);
    if (version < 1) return;
    // Everything but execute (bit 0), read a file (2) and read a folder (3).
    uint64_t files = 0x1FFF & ~0xDULL;
    if (version >= 2) files |= 1 << 13;  // rename between folders
    if (version >= 3) files |= 1 << 14;  // truncate
    struct ruleset ruleset = {files, version >= 4 ? 3 : 0};
    int descriptor = (int)syscall(
        create_ruleset, &ruleset,
        version >= 4 ? sizeof ruleset : offsetof(struct ruleset, network), 0);
    if (descriptor < 0) return;
    struct beneath null = {1 << 1, open("/dev/null", O_PATH | O_CLOEXEC)};
    if (null.parent >= 0) (void)syscall(add_rule, descriptor, rule_beneath, &null, 0);
    (void)syscall(restrict_self, descriptor, 0);
}

static void limit(int resource, rlim_t value) {
    struct rlimit current;
    if (getrlimit(resource, &current) != 0) return;
    if (current.rlim_max < value) value = current.rlim_max;
    struct rlimit lowered = {value, value};
    (void)setrlimit(resource, &lowered);
}

// Only what is safe between vfork and exec (vfork(2), signal-safety(7)): the memory is the parent's.
static int become(
    char *const *arguments, char *const *environment, const clinux_limits *limits, int output) {
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++) (void)signal(number, SIG_DFL);
    if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) return errno;
    // A session of its own: no terminal, and a group that can be ended as a whole.
    if (setsid() < 0 || chdir("/") != 0) return errno;
    int input = open("/dev/null", O_RDONLY);
    if (input < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0 || dup2(input, 0) < 0) return errno;
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, limits->files);
    limit(RLIMIT_CPU, limits->cpu_seconds);
    limit(RLIMIT_AS, limits->memory_bytes);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    give_up_writing();
    execve(arguments[0], arguments, environment);
    return errno;
}

int clinux_start_confined(
    char *const *arguments, char *const *environment, const clinux_limits *limits, int output,
    pid_t *process) {
    // The child's word on why there was no exec, in memory that both have.
    volatile int code = 0;
    pid_t parent = getpid();
    // Until the child has its own, no signal finds the handlers of the parent there.
    sigset_t all, before;
    sigfillset(&all);
    (void)sigprocmask(SIG_SETMASK, &all, &before);
    // Not fork(): copying the page tables, and each page that is written to while the child is about to
    // exec, costs more than the child's start. The parent goes on when the child has become the program.
    pid_t child = vfork();
    if (child == 0) {
        code = clinux_end_with_parent(parent) == 0
            ? become(arguments, environment, limits, output) : ESRCH;
        _exit(127);
    }
    if (child < 0) code = errno;
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    *process = child;
    return code;
}

int clinux_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
