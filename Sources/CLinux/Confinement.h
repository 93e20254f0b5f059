// The parts of a confinement, for Confined.c only. Each is safe between vfork and exec (vfork(2),
// signal-safety(7)): it uses only system calls and its own memory.

#ifndef CONFINEMENT_H
#define CONFINEMENT_H

#include "CLinux.h"

// Allows the files of the confinement and no others (landlock(7)). With later versions of Landlock
// also: no TCP, no signals and no abstract sockets to processes outside. Does nothing if the kernel
// has no Landlock.
void confine_files(const clinux_confinement *confinement);
// The version of Landlock that the confinement uses; 0 for none.
int landlock_version(const clinux_confinement *confinement);
// Forbids the system calls that a self-test does not need (seccomp(2)). Returns 0, or -1 and errno.
//
// filters_signals: whether to forbid signals to other processes, if Landlock does not.
int confine_calls(int filters_signals);
// Closes every descriptor from the first one on.
void close_from(int first);
// Kills every child of this process that /proc lists: one round of killing all descendants of a
// subreaper.
void kill_children(void);

#endif
