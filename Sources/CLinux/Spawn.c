#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Everything below vfork shares the parent's memory until exec: it makes only system calls and changes only
// its own stack (vfork(2)). Each function returns 0, or the error number.

static int place_descriptors(const clinux_start *start) {
    int count = start->descriptor_count, high[clinux_descriptors_max];
    if (count > clinux_descriptors_max) return EINVAL;
    // First move them out of the way: one may be where another one must go.
    for (int at = 0; at < count; at++) {
        int given = start->descriptors[at];
        high[at] = at;
        if (given == at) continue;
        if (given < 0 && (given = open("/dev/null", O_RDWR | O_CLOEXEC)) < 0) return errno;
        if ((high[at] = fcntl(given, F_DUPFD_CLOEXEC, count)) < 0) return errno;
    }
    for (int at = 0; at < count; at++) {
        if (high[at] == at) (void)fcntl(at, F_SETFD, 0);
        else if (dup2(high[at], at) < 0) return errno;
    }
    // Before Linux 5.9 it keeps what our own parent has left open for us.
    if (start->closes_others) (void)syscall(SYS_close_range, count, ~0U, 0);
    return 0;
}

static int become_user(const clinux_start *start) {
    if (!start->changes_user) return 0;
    // Not the C library's functions: they would change the threads of the parent.
    if (syscall(SYS_setgroups, 0, NULL) != 0) return errno;
    if (syscall(SYS_setresgid, start->group, start->group, start->group) != 0) return errno;
    return syscall(SYS_setresuid, start->user, start->user, start->user) != 0 ? errno : 0;
}

static int limit(int resource, uint64_t value) {
    struct rlimit current;
    if (value == clinux_no_limit) return 0;
    if (getrlimit(resource, &current) != 0) return errno;
    // SIGXCPU comes first, and says why the child has ended; SIGKILL a second later.
    uint64_t hard = resource == RLIMIT_CPU ? value + 1 : value;
    if (current.rlim_max < hard) hard = current.rlim_max;
    struct rlimit lowered = {value < hard ? value : hard, hard};
    return setrlimit(resource, &lowered) != 0 ? errno : 0;
}

static int limit_all(const clinux_start *start) {
    int code = limit(RLIMIT_AS, start->memory_bytes);
    if (code == 0) code = limit(RLIMIT_CPU, start->processor_seconds);
    if (code == 0) code = limit(RLIMIT_FSIZE, start->file_bytes);
    if (code == 0) code = limit(RLIMIT_NOFILE, start->files);
    if (code == 0) code = limit(RLIMIT_NPROC, start->processes);
    // A core file would hold what the parent knew, and it is a file.
    if (code == 0 && start->file_bytes != clinux_no_limit) code = limit(RLIMIT_CORE, 0);
    return code;
}

// Signals that are ignored stay so, as for nohup(1); but our programs ignore these two for themselves.
static int reset_signals(void) {
    struct sigaction action;
    for (int number = 1; number < NSIG; number++) {
        if (sigaction(number, NULL, &action) != 0) continue;
        if (action.sa_handler == SIG_IGN && number != SIGPIPE && number != SIGCHLD) continue;
        if (action.sa_handler != SIG_DFL) (void)signal(number, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    return sigprocmask(SIG_SETMASK, &none, NULL) != 0 ? errno : 0;
}

static int become(const clinux_start *start, pid_t parent) {
    int code;
    if (start->own_session && setsid() < 0) return errno;
    if (start->own_group && !start->own_session && setpgid(0, 0) != 0) return errno;
    if (start->folder && chdir(start->folder) != 0) return errno;
    if ((code = place_descriptors(start)) != 0) return code;
    // Before the limits: a limit of processes counts those of the user. It also forgets the parent.
    if ((code = become_user(start)) != 0) return code;
    if (start->ends_with_parent && clinux_end_with_parent(parent) != 0) return ESRCH;
    if (start->keeps_orphans && prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) return errno;
    if ((code = limit_all(start)) != 0) return code;
    if ((code = reset_signals()) != 0) return code;
    execvpe(start->program, start->arguments, start->environment);
    return errno;
}

pid_t clinux_spawn(const clinux_start *start) {
    // Our own parent may ignore this signal; then the kernel keeps no exit status of a child.
    (void)signal(SIGCHLD, SIG_DFL);
    pid_t parent = getpid();
    volatile int code = 0;
    // No signal may run the parent's handlers in the child.
    sigset_t all, before;
    sigfillset(&all);
    (void)sigprocmask(SIG_SETMASK, &all, &before);
    pid_t child = vfork();
    if (child == 0) {
        code = become(start, parent);
        _exit(127);
    }
    if (child < 0) code = errno;
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    if (code == 0) return child;
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    errno = code;
    return -1;
}

int clinux_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
