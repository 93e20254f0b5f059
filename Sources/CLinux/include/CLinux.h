// What Linux has and Swift's Glibc module leaves out: descriptors for signals and time, a child's tie
// to its parent, and the environment as a list.

#ifndef CLINUX_H
#define CLINUX_H

#include <signal.h>
#include <stdint.h>

// A descriptor from which these signals are read (signalfd(2)), non-blocking; -1 and errno.
int clinux_signals(const sigset_t *_Nonnull signals);
// The number of the next signal that has come; 0 where none has.
int clinux_next_signal(int descriptor);
// A descriptor that becomes readable at a moment of CLOCK_BOOTTIME (timerfd_create(2)); -1 and errno.
int clinux_timer(void);
// Sets the moment in nanoseconds; one that has passed is now. Takes back what was readable before.
int clinux_set_timer(int descriptor, int64_t nanoseconds);
// Nanoseconds of CLOCK_BOOTTIME and of CLOCK_MONOTONIC: the first goes on while the machine sleeps.
int64_t clinux_boot_time(void);
int64_t clinux_monotonic_time(void);
// A pipe that no child gets, reading end first (pipe2(2)); -1 and errno.
int clinux_pipe(int ends[_Nonnull 2]);
// SIGKILL comes to this process when its parent ends; 0, or -1 where it has ended already.
int clinux_end_with_parent(int parent);
// The process's environment, ended by NULL.
char *_Nullable *_Nonnull clinux_environment(void);

#endif
