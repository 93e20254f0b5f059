// The parts of a confinement, for Confined.c alone. Each is safe between vfork and exec (vfork(2),
// signal-safety(7)): system calls and memory of its own, nothing else.

#ifndef CONFINEMENT_H
#define CONFINEMENT_H

#include "CLinux.h"

// Allows the files of the confinement and no other (landlock(7)). Since its later versions: no TCP, no
// signals and no abstract sockets to processes outside. Does nothing where the kernel has no Landlock.
void confine_files(const clinux_confinement *confinement);
// The version of Landlock that the confinement uses; 0 for none.
int landlock_version(const clinux_confinement *confinement);
// Forbids the system calls that a self-test has no use for (seccomp(2)). 0, or -1 and errno.
//
// filters_signals: whether signals to other processes are among them, where Landlock does not stop them.
int confine_calls(int filters_signals);
// Closes every descriptor from the first one on.
void close_from(int first);
// Ends every child of this process that /proc names: a round of what ends all descendants of a subreaper.
void kill_children(void);

#endif
