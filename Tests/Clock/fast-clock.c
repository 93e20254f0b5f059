// Lets days pass in seconds for a program under test: LD_PRELOAD this library.
//
// Where breakdown would wait in poll(2) for a key or for the next second, the call comes back at once, and time(2) has
// gone on by $FAST_CLOCK_STEP seconds. While it waits for an answer, it waits. nanosleep(2), the pause before another attempt, is skipped, too. The file $FAST_CLOCK has the skipped
// seconds; breakdown and match-fetch share it, so they agree about the time, and the test reads it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile long none;
static volatile long *skipped = &none;
static long step;

__attribute__((constructor)) static void attach(void) {
    const char *path = getenv("FAST_CLOCK");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (page == MAP_FAILED) return;
    skipped = page;
    const char *seconds = getenv("FAST_CLOCK_STEP");
    if (seconds && strcmp(program_invocation_short_name, "breakdown") == 0) step = atol(seconds);
}

int clock_gettime(clockid_t clock, struct timespec *result) {
    int status = syscall(SYS_clock_gettime, clock, result);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC)) result->tv_sec += *skipped;
    return status;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
    if (skipped == &none) return syscall(SYS_nanosleep, wanted, left);
    // A part of a second counts as one, so that waits end.
    *skipped += wanted->tv_sec + (wanted->tv_nsec > 0);
    return 0;
}

int poll(struct pollfd *waiting, nfds_t count, int milliseconds) {
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    // The third one of breakdown's is the answer that it waits for.
    int skips = step > 0 && milliseconds > 0 && (count < 3 || waiting[2].fd < 0);
    if (skips) limit.tv_sec = limit.tv_nsec = 0;
    int ready = syscall(SYS_ppoll, waiting, count, milliseconds < 0 ? NULL : &limit, NULL, 0);
    if (skips && ready == 0) *skipped += step;
    return ready;
}
