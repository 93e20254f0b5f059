// What Linux has and Swift's Glibc module leaves out: descriptors for signals and time, a child's tie
// to its parent, the environment as a list, and programs that are confined.

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

// Tells the path of each library that this process has loaded.
void clinux_libraries(
    void (*_Nonnull tell)(const char *_Nonnull path, void *_Nonnull context),
    void *_Nonnull context);

// Keeps processes of the same user out of this one's memory, environment and descriptors, where the kernel has
// no Landlock to keep confined programs out. There are no core files of it then.
void clinux_hide_from_confined(void);

// What a confined program is given, and what it may use at most. Lists end with NULL.
typedef struct {
    char *_Nullable const *_Nonnull arguments;
    char *_Nullable const *_Nonnull environment;
    // Files and folders that it may read, folders with all in them.
    char *_Nullable const *_Nonnull readable;
    // Likewise, and it may execute them.
    char *_Nullable const *_Nonnull runnable;
    uint64_t cpu_seconds;
    // Of address space, for each process of it.
    uint64_t memory_bytes;
    uint64_t files;
    // The newest version of Landlock that is used; a test takes 0 for an old kernel.
    int landlock_max;
} clinux_confinement;

// A confined program at work. Its keeper is our child: a small process that ends as the program does, once
// nothing that the program has started is left.
typedef struct {
    pid_t keeper;
    // As long as this end of a pipe is open, the program may go on. It closes with our process, too.
    int lifeline;
} clinux_confined;

// Starts a program that has nothing but its arguments, its environment and the files named, no input, and
// both its outputs into `printed`. 0 once the program runs, else the error number, and nothing is left of it.
int clinux_start_confined(
    const clinux_confinement *_Nonnull confinement, int printed, clinux_confined *_Nonnull result);
// The version of Landlock that the kernel has; 0 for none.
int clinux_landlock(void);
// A descriptor that becomes readable when a process has ended (pidfd_open(2)); -1 and errno.
int clinux_process(pid_t process);

#endif
