// What Linux has and Swift's Glibc module leaves out: descriptors for signals and time, the start of a
// child process, and the environment as a list.

#ifndef CLINUX_H
#define CLINUX_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// How many words this process was called with, the program's name among them.
int clinux_argument_count(void);
// One of these words, from 0 on; NULL if there are fewer.
const char *_Nullable clinux_argument(int at);

// A descriptor from which these signals are read (signalfd(2)), non-blocking; or -1 and errno.
int clinux_signals(const sigset_t *_Nonnull signals);
// The number of the next signal that came; 0 if none did.
int clinux_next_signal(int descriptor);
// A descriptor that becomes readable at a moment of CLOCK_BOOTTIME (timerfd_create(2)); or -1 and
// errno.
int clinux_timer(void);
// Sets the moment in nanoseconds; a past moment means now. It also resets the descriptor.
int clinux_set_timer(int descriptor, int64_t nanoseconds);
// A descriptor that becomes readable when the clock is set (TFD_TIMER_CANCEL_ON_SET); or -1 and
// errno.
int clinux_clock_watch(void);
// Makes the descriptor wait for the next time that the clock is set; 0, or -1 and errno.
int clinux_watch_clock_again(int descriptor);
// Nanoseconds of CLOCK_BOOTTIME and of CLOCK_MONOTONIC: the first continues while the machine
// sleeps.
int64_t clinux_boot_time(void);
int64_t clinux_monotonic_time(void);
// A pipe that no child inherits, reading end first (pipe2(2)); or -1 and errno.
int clinux_pipe(int ends[_Nonnull 2]);
// Sends SIGKILL to this process when its parent ends; 0, or -1 if the parent has ended already.
int clinux_end_with_parent(int parent);
// The process's environment, ended by NULL.
char *_Nullable *_Nonnull clinux_environment(void);

enum { clinux_descriptors_max = 8 };
static const uint64_t clinux_no_limit = UINT64_MAX;

// How to start a child process. Lists end with NULL.
typedef struct {
    // Its path, or a name for PATH.
    const char *_Nullable program;
    char *_Nullable const *_Nullable arguments;
    char *_Nullable const *_Nullable environment;
    // Its working directory; NULL for ours.
    const char *_Nullable folder;
    // Our descriptors that become its 0, 1, 2 …; -1 for /dev/null.
    const int *_Nullable descriptors;
    int descriptor_count;
    bool closes_others;
    bool own_group;
    // It has its own group then, too.
    bool own_session;
    // Whether it gets SIGKILL when the thread that started it ends.
    bool ends_with_parent;
    // Whether processes below it whose parent has ended become its children.
    bool keeps_orphans;
    bool changes_user;
    uid_t user;
    gid_t group;
    // Limits, each clinux_no_limit for none.
    uint64_t memory_bytes;
    uint64_t processor_seconds;
    uint64_t file_bytes;
    uint64_t files;
    uint64_t processes;
} clinux_start;

// Starts a child, without blocked signals. Returns its process id; or -1 and errno, and nothing is left.
pid_t clinux_spawn(const clinux_start *_Nonnull start);

// A descriptor that becomes readable when a process has ended (pidfd_open(2)); -1 and errno.
int clinux_process(pid_t process);

#endif
