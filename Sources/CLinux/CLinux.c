#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const int64_t second = 1000000000;

int clinux_signals(const sigset_t *signals) {
    return signalfd(-1, signals, SFD_NONBLOCK | SFD_CLOEXEC);
}

int clinux_next_signal(int descriptor) {
    struct signalfd_siginfo signal;
    return read(descriptor, &signal, sizeof signal) == sizeof signal ? (int)signal.ssi_signo : 0;
}

int clinux_timer(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC); }

int clinux_set_timer(int descriptor, int64_t nanoseconds) {
    // All zero would disarm it.
    if (nanoseconds < 1) nanoseconds = 1;
    struct itimerspec time = {.it_value = {nanoseconds / second, nanoseconds % second}};
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &time, NULL);
}

int clinux_clock_watch(void) {
    int descriptor = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (descriptor >= 0) clinux_watch_clock_again(descriptor);
    return descriptor;
}

int clinux_watch_clock_again(int descriptor) {
    // Takes the news of the change.
    uint64_t times;
    (void)!read(descriptor, &times, sizeof times);
    // The timer itself never ends; the kernel cancels it when the clock is set.
    struct itimerspec never = {.it_value = {INT64_MAX / second, 0}};
    int flags = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;
    return timerfd_settime(descriptor, flags, &never, NULL);
}

static int64_t now(clockid_t clock) {
    struct timespec time = {0, 0};
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * second + time.tv_nsec;
}

int64_t clinux_boot_time(void) { return now(CLOCK_BOOTTIME); }

int64_t clinux_monotonic_time(void) { return now(CLOCK_MONOTONIC); }

int clinux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int clinux_end_with_parent(int parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -1;
    // The parent may have ended before this call.
    return getppid() == parent ? 0 : -1;
}

char **clinux_environment(void) { return environ; }
