// Runs one command with its input from a file and its output thrown away, and prints how long it took, in
// nanoseconds, the most memory it had resident, in kilobytes, and its wait status.
//
// In C, because the kernel counts the parent's memory as the child's until the child's exec: a launcher
// of 1 MiB keeps that error below every program measured.
//
// usage: measure INPUT COMMAND [ARGUMENT …]
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **arguments) {
    if (count < 3) return 64;
    posix_spawn_file_actions_t streams;
    posix_spawn_file_actions_init(&streams);
    posix_spawn_file_actions_addopen(&streams, 0, arguments[1], O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&streams, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&streams, 2, "/dev/null", O_WRONLY, 0);

    pid_t child;
    int status;
    struct rusage usage;
    long long start = now();
    if (posix_spawnp(&child, arguments[2], &streams, NULL, arguments + 2, environ) != 0) return 127;
    wait4(child, &status, 0, &usage);
    printf("%lld %ld %d\n", now() - start, usage.ru_maxrss, status);
    return 0;
}
