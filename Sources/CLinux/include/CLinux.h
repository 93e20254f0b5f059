// What Linux has and Swift's Glibc module leaves out: descriptors for signals and time, a child's tie
// to its parent, and the environment as a list.

#ifndef CLINUX_H
#define CLINUX_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

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

// What a confined process may use at most.
typedef struct {
    uint64_t cpu_seconds;
    uint64_t memory_bytes;
    uint64_t files;
} clinux_limits;

// Starts a program with lowered rights: no input, both outputs into `output`, a session of its own, no way
// to gain rights, no writing to files, and an end with its parent. 0 once the program runs, else the error
// number; a process that was started all the same has ended then and has to be waited for.
int clinux_start_confined(
    char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    const clinux_limits *_Nonnull limits, int output, pid_t *_Nonnull process);
// A descriptor that becomes readable when a process has ended (pidfd_open(2)); -1 and errno.
int clinux_process(pid_t process);

#endif
