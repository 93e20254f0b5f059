// A self-test that has turned bad: tries one thing that no self-test may do.
//
// usage: hostile-self-test [child] ATTEMPT ARGUMENT SEASON
//
// With `child` a child of this process makes the attempt, as if a season had taken control of it, and the parent says
// how the child ended. The argument `-` is then the parent's process id.
//
// Exit status: 0 the attempt was denied, 2 it succeeded, 75 it could not be made.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "CLinux.h"

extern char **environ;
static int succeeded;

// Counts an attempt that was not denied.
static void must_fail(int done, const char *what) {
    if (!done) return;
    printf("not denied: %s; ", what);
    succeeded = 1;
}

static void descriptors(void) {
    for (int number = 3; number < 4096; number++)
        must_fail(fcntl(number, F_GETFD) >= 0, "a descriptor beside 0, 1 and 2");
    char letter;
    must_fail(read(0, &letter, 1) != 0, "input");
}

static void connect_to(const char *port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int tcp = socket(AF_INET, SOCK_STREAM, 0);
    must_fail(tcp >= 0 && connect(tcp, (struct sockaddr *)&address, sizeof address) == 0, "TCP");
    int udp = socket(AF_INET, SOCK_DGRAM, 0);
    must_fail(
        udp >= 0 && sendto(udp, "x", 1, 0, (struct sockaddr *)&address, sizeof address) == 1, "UDP");
}

static void abstract_socket(const char *name) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path + 1, name, strlen(name));
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
    int local = socket(AF_UNIX, SOCK_STREAM, 0);
    must_fail(
        local >= 0 && connect(local, (struct sockaddr *)&address, length) == 0, "abstract socket");
    int pair[2];
    must_fail(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0, "a pair of sockets");
}

// Starts a process that tries to outlive this one: another session, another parent, nothing open.
static void survive(const char *program, const char *marker) {
    int word[2];
    // Closed when it has become another program.
    if (pipe2(word, O_CLOEXEC) != 0) _exit(75);
    if (fork() == 0) {
        (void)setsid();
        (void)setpgid(0, 0);
        if (fork() != 0) _exit(0);
        (void)setsid();
        (void)write(word[1], "x", 1);
        for (int number = 0; number < 3; number++) close(number);
        execl(program, program, "wait", marker, NULL);
        _exit(1);
    }
    close(word[1]);
    char letter;
    if (read(word[0], &letter, 1) != 1) _exit(75);
    while (read(word[0], &letter, 1) > 0) {}
}

static void signal_to(pid_t process) {
    must_fail(kill(process, SIGCONT) == 0, "kill");
    must_fail(syscall(SYS_tgkill, process, process, SIGCONT) == 0, "tgkill");
    int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
    must_fail(
        descriptor >= 0 && syscall(SYS_pidfd_send_signal, descriptor, SIGCONT, NULL, 0) == 0,
        "a signal through a descriptor");
    int ends[2];
    if (pipe(ends) != 0) _exit(75);
    must_fail(
        fcntl(ends[0], F_SETOWN, process) == 0 && fcntl(ends[0], F_SETSIG, SIGCONT) == 0,
        "a pipe that sends signals");
    struct rlimit limit;
    must_fail(prlimit(process, RLIMIT_CPU, NULL, &limit) == 0, "another process's limits");
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(0, &processors);
    must_fail(sched_setaffinity(process, sizeof processors, &processors) == 0, "its processors");
    must_fail(setpriority(PRIO_PROCESS, (id_t)process, 19) == 0, "its priority");
}

static void look_into(pid_t process) {
    static const char *const names[] = {"environ", "mem", "maps", "auxv"};
    char path[64];
    for (size_t at = 0; at < sizeof names / sizeof names[0]; at++) {
        snprintf(path, sizeof path, "/proc/%d/%s", process, names[at]);
        must_fail(open(path, O_RDONLY) >= 0, path);
    }
    snprintf(path, sizeof path, "/proc/%d/fd/1", process);
    must_fail(open(path, O_WRONLY) >= 0, path);
    must_fail(ptrace(PTRACE_SEIZE, process, 0, 0) == 0, "ptrace");
    char byte;
    struct iovec own = {&byte, 1}, other = {environ, 1};
    must_fail(process_vm_readv(process, &own, 1, &other, 1, 0) == 1, "its memory");
}

static void read_file(const char *path) {
    int file = open(path, O_RDONLY);
    must_fail(file >= 0, path);
    must_fail(opendir(path) != NULL, path);
    must_fail(execl(path, path, NULL) == 0, path);
}

// The folder has a file `there`.
static void change(const char *folder, int has_landlock) {
    if (chdir(folder) != 0) _exit(75);
    must_fail(open("new", O_WRONLY | O_CREAT, 0600) >= 0 && has_landlock, "a new file");
    int file = open("there", O_WRONLY);
    must_fail(file >= 0 && (has_landlock || write(file, "x", 1) == 1), "writing");
    must_fail(unlink("there") == 0, "unlink");
    must_fail(rename("there", "other") == 0, "rename");
    must_fail(mkdir("folder", 0700) == 0, "mkdir");
    must_fail(symlink("there", "link") == 0, "symlink");
    must_fail(link("there", "hard") == 0, "link");
    must_fail(mkfifo("fifo", 0600) == 0, "mkfifo");
    must_fail(truncate("there", 0) == 0, "truncate");
    must_fail(chmod("there", 0777) == 0, "chmod");
    must_fail(chown("there", getuid(), getgid()) == 0, "chown");
    must_fail(utimensat(AT_FDCWD, "there", NULL, 0) == 0, "utimensat");
    must_fail(setxattr("there", "user.x", "x", 1, 0) == 0, "setxattr");
    int list = open(".", O_RDONLY);
    must_fail(list >= 0 && has_landlock, "reading the folder");
}

static void look_at_itself(void) {
    for (char **variable = environ; *variable; variable++) {
        int known = strncmp(*variable, "PATH=", 5) == 0 || strncmp(*variable, "LANG=", 5) == 0
            || strncmp(*variable, "HOME=", 5) == 0;
        must_fail(!known, *variable);
    }
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    if (!status) _exit(75);
    while (fgets(line, sizeof line, status)) {
        if (strncmp(line, "CapEff:", 7) == 0 || strncmp(line, "CapPrm:", 7) == 0)
            must_fail(strtoull(line + 7, NULL, 16) != 0, "capabilities");
        if (strncmp(line, "NoNewPrivs:", 11) == 0) must_fail(atoi(line + 11) != 1, "new rights");
    }
    must_fail(unshare(CLONE_NEWUSER) == 0, "a name space");
    must_fail(getsid(0) != getpid(), "another's session");
}

static void use_memory(const char *megabytes) {
    size_t bytes = (size_t)atoi(megabytes) << 20;
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must_fail(memory != MAP_FAILED, "memory");
}

// Makes the attempt in a confined child; returns there, and ends the parent as the child ended.
static void continue_in_child(const char *season) {
    if (clinux_refuse_inspection() != 0) exit(75);
    pid_t child = clinux_start_child(season);
    if (child == 0) return;
    int how = 0;
    if (child < 0 || waitpid(child, &how, 0) != child) exit(75);
    puts("the child has ended");
    exit(WIFEXITED(how) ? WEXITSTATUS(how) : 70);
}

int main(int count, char **arguments) {
    if (count < 3) return 64;
    if (strcmp(arguments[1], "child") == 0) {
        if (count < 5) return 64;
        // Printed by the parent only.
        setvbuf(stdout, NULL, _IONBF, 0);
        continue_in_child(arguments[4]);
        static char parent[16];
        snprintf(parent, sizeof parent, "%d", getppid());
        if (strcmp(arguments[3], "-") == 0) arguments[3] = parent;
        arguments[1] = arguments[0];
        arguments++;
    }
    const char *attempt = arguments[1], *argument = arguments[2];
    // An error then, as for every other attempt.
    signal(SIGXFSZ, SIG_IGN);
    if (strcmp(attempt, "wait") == 0) for (;;) pause();
    else if (strcmp(attempt, "descriptors") == 0) descriptors();
    else if (strcmp(attempt, "connect") == 0) connect_to(argument);
    else if (strcmp(attempt, "abstract-socket") == 0) abstract_socket(argument);
    else if (strcmp(attempt, "survive") == 0) survive(arguments[0], argument);
    else if (strcmp(attempt, "survive-and-wait") == 0) {
        survive(arguments[0], argument);
        for (;;) pause();
    } else if (strcmp(attempt, "signal") == 0) {
        signal_to(getppid());
        signal_to((pid_t)atoi(argument));
    } else if (strcmp(attempt, "look") == 0) {
        look_into(getppid());
        look_into((pid_t)atoi(argument));
    } else if (strcmp(attempt, "read") == 0) read_file(argument);
    else if (strcmp(attempt, "change") == 0) change(argument, 1);
    else if (strcmp(attempt, "change-old-kernel") == 0) change(argument, 0);
    else if (strcmp(attempt, "itself") == 0) look_at_itself();
    else if (strcmp(attempt, "memory") == 0) use_memory(argument);
    else return 64;
    return succeeded ? 2 : 0;
}
