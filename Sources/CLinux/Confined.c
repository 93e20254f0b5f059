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

// Only what is safe between fork and exec (signal-safety(7)).
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
    // Closed by exec: what comes through it is why there was none.
    int failure[2];
    if (pipe2(failure, O_CLOEXEC) != 0) return errno;
    pid_t parent = getpid();
    // Until the child has its own, no signal finds the handlers of the parent there.
    sigset_t all, before;
    sigfillset(&all);
    (void)sigprocmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) {
        int code = clinux_end_with_parent(parent) == 0
            ? become(arguments, environment, limits, output) : ESRCH;
        (void)!write(failure[1], &code, sizeof code);
        _exit(127);
    }
    int code = child < 0 ? errno : 0;
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    close(failure[1]);
    ssize_t count;
    do count = child < 0 ? 0 : read(failure[0], &code, sizeof code);
    while (count < 0 && errno == EINTR);
    close(failure[0]);
    *process = child;
    return code;
}

int clinux_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
