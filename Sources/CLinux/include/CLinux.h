// What Linux has and Swift's Glibc module leaves out: descriptors for signals and time, a child
// that ends with its parent, the environment as a list, confined programs, and confined children.

#ifndef CLINUX_H
#define CLINUX_H

#include <signal.h>
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

// Calls a function with the path of each library that this process has loaded.
void clinux_libraries(
    void (*_Nonnull tell)(const char *_Nonnull path, void *_Nonnull context),
    void *_Nonnull context);

// Keeps processes of the same user out of this one's memory, environment and descriptors, for
// kernels without Landlock. It also prevents core files of this process.
void clinux_hide_from_confined(void);

// The files and limits of a confined program. Lists end with NULL.
typedef struct {
    char *_Nullable const *_Nonnull arguments;
    char *_Nullable const *_Nonnull environment;
    // Files and folders that it may read, with everything in the folders.
    char *_Nullable const *_Nonnull readable;
    // Files and folders that it may read and execute.
    char *_Nullable const *_Nonnull runnable;
    uint64_t cpu_seconds;
    // Bytes of address space, for each of its processes.
    uint64_t memory_bytes;
    uint64_t files;
    // What it reads as its standard input; -1 for nothing.
    int input;
    // The newest version of Landlock to use; a test uses 0 for an old kernel.
    int landlock_max;
} clinux_confinement;

// A running confined program. Its keeper is our child: a small process that ends when the program
// and everything that the program started have ended.
typedef struct {
    pid_t keeper;
    // The program may run as long as this end of a pipe is open. It closes with our process, too.
    int lifeline;
} clinux_confined;

// Starts a program that has only its arguments, its environment, the named files and its input;
// both its outputs go into `printed`. Returns 0 when the program runs, else the error number; then
// nothing is left of it.
int clinux_start_confined(
    const clinux_confinement *_Nonnull confinement, int printed, clinux_confined *_Nonnull result);
// Gives up everything but memory and the open descriptors, for ever: this thread opens no file, starts no
// program and no thread, and sends no signal. Returns 0, or -1 if the kernel or this architecture has
// no system call filters.
int clinux_seal(void);
// Starts a child that goes on from here with a copy of this process's memory and only one folder to
// read: its standard descriptors lead nowhere, all others are closed, and it can signal no process but
// itself. It ends with this process. Only a process with one thread may call this. Returns 0 in the
// child; the child's process id in this process; or -1 and errno. A child that could not give up
// all this ends at once with clinux_child_not_confined.
pid_t clinux_start_child(const char *_Nonnull folder);
// EX_TEMPFAIL of sysexits.h.
enum { clinux_child_not_confined = 75 };
// Keeps other processes of the same user out of this process's memory and descriptors, and of those
// of its children. Returns 0, or -1 and errno.
int clinux_refuse_inspection(void);
// The kernel's version of Landlock; 0 for none.
int clinux_landlock(void);
// A descriptor that becomes readable when a process has ended (pidfd_open(2)); -1 and errno.
int clinux_process(pid_t process);

#endif
