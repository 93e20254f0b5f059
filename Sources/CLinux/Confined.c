#define _GNU_SOURCE
#include "Confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The keeper's descriptors, beside 0 to 2, which lead nowhere.
enum {
    // Reads as closed when the agent closes the other end, or when the agent ends.
    lifeline = 3,
    // Gets the error number of the start.
    report = 4,
    // Gets the program's output.
    output = 5,
    // The program's input.
    input = 6,
    keepers_max = 7,
};

static void limit(int resource, rlim_t value) {
    struct rlimit current;
    if (getrlimit(resource, &current) != 0) return;
    if (current.rlim_max < value) value = current.rlim_max;
    struct rlimit lowered = {value, value};
    (void)setrlimit(resource, &lowered);
}

static void give_up_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    (void)syscall(SYS_capset, &header, none);
}

// Turns the child of the keeper into the program. It uses only what is safe between vfork and exec,
// because the memory is the keeper's. Returns the error number if exec fails.
static int become(const clinux_confinement *confinement) {
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++) (void)signal(number, SIG_DFL);
    if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) return errno;
    // Its own session: no terminal, and a group that can be killed as a whole.
    if (setsid() < 0 || chdir("/") != 0) return errno;
    if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0) return errno;
    close_from(3);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, confinement->files);
    limit(RLIMIT_CPU, confinement->cpu_seconds);
    limit(RLIMIT_AS, confinement->memory_bytes);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    give_up_capabilities();
    confine_files(confinement);
    // If the kernel has no system call filters, the program runs without one.
    (void)confine_calls(landlock_version(confinement) < 6);
    execve(confinement->arguments[0], confinement->arguments, confinement->environment);
    return errno;
}

// Kills the program's group, and then every process that has become this process's child, until
// none is left.
//
// No member can leave the group (confine_calls), and the kernel kills a group in one step: a member that is in the middle of a fork cannot finish it. The rounds are for a kernel without filters.
static void end_all(pid_t program) {
    (void)kill(-program, SIGKILL);
    (void)kill(program, SIGKILL);
    do {
        kill_children();
    } while (waitpid(-1, NULL, 0) > 0 || errno == EINTR);
}

// Waits until the program has ended, or the agent no longer wants it.
//
// Returns: how the program ended, in the form of waitpid(2); SIGKILL if the agent closed its pipe.
static int wait_for(pid_t program, int ended) {
    struct pollfd events[2] = {{lifeline, POLLIN, 0}, {ended, POLLIN, 0}};
    for (;;) {
        siginfo_t child = {.si_pid = 0};
        while (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) == 0 && child.si_pid != 0) {
            if (child.si_pid == program) {
                int how = child.si_code == CLD_EXITED ? (child.si_status & 0xFF) << 8
                                                      : child.si_status & 0x7F;
                return how;
            }
            (void)waitpid(child.si_pid, NULL, 0);
            child.si_pid = 0;
        }
        if (events[0].revents != 0) return SIGKILL;
        if (poll(events, 2, -1) < 0 && errno != EINTR) return SIGKILL;
        struct signalfd_siginfo signal;
        if (events[1].revents != 0) (void)read(ended, &signal, sizeof signal);
    }
}

// Ends this process in the same way as the program ended.
static _Noreturn void end_as(int how) {
    int number = how & 0x7F;
    if (number != 0) {
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, number);
        (void)signal(number, SIG_DFL);
        (void)kill(getpid(), number);
        (void)sigprocmask(SIG_UNBLOCK, &one, NULL);
    }
    _exit(number != 0 ? 128 + number : (how >> 8) & 0xFF);
}

// Moves descriptors to their places and closes all others. Returns 0, or the error number.
static int keep_descriptors(const int given[4]) {
    int high[4];
    // First move them out of the way: one may be where another one must go.
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0) return errno;
    for (int at = 0; at < 4; at++) {
        int number = given[at] < 0 ? nothing : given[at];
        if ((high[at] = fcntl(number, F_DUPFD_CLOEXEC, keepers_max)) < 0) return errno;
    }
    for (int at = 0; at < 4; at++)
        if (dup3(high[at], lifeline + at, O_CLOEXEC) < 0) return errno;
    if ((nothing = open("/dev/null", O_RDWR | O_CLOEXEC)) < 0) return errno;
    for (int number = 0; number < 3; number++)
        if (dup2(nothing, number) < 0) return errno;
    close_from(keepers_max);
    return 0;
}

// The keeper: it starts the program, and makes sure that nothing of it is left when the program or
// the agent has ended. It blocks every signal, so only SIGKILL ends it.
static _Noreturn void keep(const clinux_confinement *confinement, const int given[4]) {
    // A signal to the agent's group must not end the keeper before its work is done.
    (void)setsid();
    int code = keep_descriptors(given);
    if (code != 0) {
        (void)write(given[1], &code, sizeof code);
        _exit(127);
    }
    // If memory runs out, the kernel shall kill the program before the agent. It inherits the
    // keeper's score.
    int mark = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
    char unmarked[16];
    ssize_t length = mark < 0 ? 0 : read(mark, unmarked, sizeof unmarked);
    if (mark >= 0) (void)pwrite(mark, "1000", 4, 0);
    limit(RLIMIT_CORE, 0);
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    // This memory is a copy of the agent's.
    (void)prctl(PR_SET_DUMPABLE, 0);
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    (void)signal(SIGCHLD, SIG_DFL);
    int ended = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
    pid_t own = getpid();
    // The child's error number if exec fails, in memory that both processes share.
    volatile int failure = ended < 0 ? errno : 0;
    // Not fork, because the child will exec at once.
    pid_t program = ended < 0 ? -1 : vfork();
    if (program == 0) {
        failure = clinux_end_with_parent(own) == 0 ? become(confinement) : ESRCH;
        _exit(127);
    }
    if (program < 0 && ended >= 0) failure = errno;
    code = failure;
    if (length > 0) (void)pwrite(mark, unmarked, (size_t)length, 0);
    close(mark);
    close(output);
    // The writer of a stream must learn that it is no longer read.
    close(input);
    (void)write(report, &code, sizeof code);
    close(report);
    if (program < 0) _exit(127);
    int how = wait_for(program, ended);
    end_all(program);
    end_as(how);
}

void clinux_hide_from_confined(void) {
    if (clinux_landlock() < 1) (void)prctl(PR_SET_DUMPABLE, 0);
}

int clinux_start_confined(
    const clinux_confinement *confinement, int printed, clinux_confined *result) {
    int life[2], word[2];
    result->keeper = -1;
    if (pipe2(life, O_CLOEXEC) != 0) return errno;
    if (pipe2(word, O_CLOEXEC) != 0) {
        int code = errno;
        close(life[0]);
        close(life[1]);
        return code;
    }
    // Like clinux_hide_from_confined, even if a test only pretends that the kernel is old.
    if (landlock_version(confinement) < 1) (void)prctl(PR_SET_DUMPABLE, 0);
    // Whoever started us may ignore this signal: then the system keeps no exit status of a child.
    (void)signal(SIGCHLD, SIG_DFL);
    // No signal may run the agent's handlers in the keeper.
    sigset_t all, before;
    sigfillset(&all);
    (void)sigprocmask(SIG_SETMASK, &all, &before);
    pid_t keeper = fork();
    if (keeper == 0) keep(confinement, (int[]){life[0], word[1], printed, confinement->input});
    int code = keeper < 0 ? errno : 0;
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    close(life[0]);
    close(word[1]);
    if (keeper > 0) {
        ssize_t length;
        while ((length = read(word[0], &code, sizeof code)) < 0 && errno == EINTR) {}
        // It was killed before it could report anything.
        if (length != sizeof code) code = ECHILD;
    }
    close(word[0]);
    if (code != 0) {
        close(life[1]);
        while (keeper > 0 && waitpid(keeper, NULL, 0) < 0 && errno == EINTR) {}
        return code;
    }
    result->keeper = keeper;
    result->lifeline = life[1];
    return 0;
}

int clinux_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
