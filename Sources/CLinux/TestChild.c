#define _GNU_SOURCE
#include "Confinement.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/prctl.h>
#include <unistd.h>

// The child's way to its last privilege: no descriptor, one folder, and no signal to anybody else.
static int give_up_all_but(const char *folder, pid_t parent) {
    if (clinux_end_with_parent(parent) != 0) return -1;
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0) return -1;
    for (int number = 0; number < 3; number++)
        if (dup2(nothing, number) < 0) return -1;
    close_from(3);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    char *const readable[] = {(char *)folder, NULL};
    char *const runnable[] = {NULL};
    clinux_confinement confinement = {
        .readable = readable, .runnable = runnable, .input = -1, .landlock_max = INT_MAX};
    // A second layer: what the parent may not do, the child may not do either.
    confine_files(&confinement);
    // The parent's filter lets it signal and limit itself, and that is not the child. A kernel without
    // filters must do without.
    (void)confine_calls(landlock_version(&confinement) < 6);
    return 0;
}

pid_t clinux_start_child(const char *folder) {
    pid_t parent = getpid();
    // A parent that ignores this signal gets no exit status.
    (void)signal(SIGCHLD, SIG_DFL);
    pid_t child = fork();
    if (child != 0) return child;
    if (give_up_all_but(folder, parent) != 0) _exit(clinux_child_not_confined);
    return 0;
}

int clinux_refuse_inspection(void) { return prctl(PR_SET_DUMPABLE, 0); }
