#define _GNU_SOURCE
#include "Confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// Calls that old headers do not have; their numbers are the same everywhere.
enum {
    io_uring_setup_call = 425, io_uring_enter_call = 426, io_uring_register_call = 427,
    open_tree_call = 428, move_mount_call = 429, fsopen_call = 430, fsconfig_call = 431,
    fsmount_call = 432, fspick_call = 433, clone3_call = 435, pidfd_getfd_call = 438,
    process_madvise_call = 440, mount_setattr_call = 442, process_mrelease_call = 448,
    fchmodat2_call = 452, setxattrat_call = 463, removexattrat_call = 466, file_setattr_call = 469,
    pidfd_send_signal_call = 424,
};

// Calls that a program that reads files and prints does not need.
static const unsigned denied[] = {
    // Leave the group that is killed as a whole.
    SYS_setsid, SYS_setpgid,
    // Reach other machines and programs.
    SYS_socket, SYS_socketpair, SYS_shmget, SYS_semget, SYS_msgget, SYS_mq_open, SYS_mq_unlink,
    io_uring_setup_call, io_uring_enter_call, io_uring_register_call,
    // Look into other processes, or slow them down.
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, pidfd_getfd_call,
    process_madvise_call, process_mrelease_call, SYS_migrate_pages, SYS_move_pages,
    SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr,
    SYS_setpriority, SYS_ioprio_set, SYS_perf_event_open, SYS_userfaultfd, SYS_bpf,
    SYS_inotify_init1, SYS_fanotify_init,
    // Use the user's keys.
    SYS_keyctl, SYS_add_key, SYS_request_key,
    // Change mounts and roots.
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns,
    open_tree_call, move_mount_call, fsopen_call, fsconfig_call, fsmount_call, fspick_call,
    mount_setattr_call,
    // Change rights, times and attributes of files, which Landlock does not control.
    SYS_fchmod, SYS_fchmodat, fchmodat2_call, SYS_fchown, SYS_fchownat, SYS_utimensat,
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr,
    SYS_fremovexattr, setxattrat_call, removexattrat_call, file_setattr_call,
    // Change names of files, for kernels without Landlock.
    SYS_unlinkat, SYS_renameat2, SYS_mkdirat, SYS_linkat, SYS_symlinkat, SYS_mknodat,
    SYS_truncate,
#if defined(__x86_64__)
    SYS_inotify_init, SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
    SYS_unlink, SYS_rename, SYS_mkdir, SYS_rmdir, SYS_link, SYS_symlink, SYS_mknod,
#endif
#if defined(SYS_renameat)
    SYS_renameat,
#endif
};

#if defined(ARCHITECTURE)
// More than twice the number of forbidden calls, with room for the checks of arguments.
enum { instructions_max = 320 };

struct filter {
    struct sock_filter code[instructions_max];
    unsigned short length;
};

static void add(
    struct filter *filter, unsigned short code, uint32_t value, unsigned char yes, unsigned char no) {
    struct sock_filter instruction = {code, yes, no, value};
    filter->code[filter->length++] = instruction;
}

static void load(struct filter *filter, size_t offset) {
    add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void answer(struct filter *filter, uint32_t error) {
    add(filter, BPF_RET | BPF_K, error ? SECCOMP_RET_ERRNO | error : SECCOMP_RET_ALLOW, 0, 0);
}

static void load_argument(struct filter *filter, int number) {
    // The lower half, which comes first: the kernel uses only that of a process, a command or
    // flags.
    load(filter, offsetof(struct seccomp_data, args) + (size_t)number * sizeof(uint64_t));
}

// Denies a call unless one of its arguments is 0 or one other value.
static void deny_but(struct filter *filter, unsigned call, int argument, uint32_t allowed) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 5);
    load_argument(filter, argument);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, allowed, 0, 1);
    answer(filter, 0);
    answer(filter, EPERM);
}

// Denies a call if its second argument is one of three.
static void deny_command(struct filter *filter, unsigned call, const uint32_t commands[3]) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 6);
    load_argument(filter, 1);
    for (unsigned char number = 0; number < 3; number++)
        add(filter, BPF_JMP | BPF_JEQ | BPF_K, commands[number], 3 - number, 0);
    answer(filter, 0);
    answer(filter, EPERM);
}

// Denies calls with any arguments.
static void deny(struct filter *filter, unsigned call, uint32_t error) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
    answer(filter, error);
}

int confine_calls(int filters_signals) {
    static const uint32_t owners[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG};
    static const uint32_t controls[] = {FIOSETOWN, SIOCSPGRP, TIOCSTI};
    uint32_t own = (uint32_t)getpid();
    struct filter filter = {.length = 0};
    load(&filter, offsetof(struct seccomp_data, arch));
    add(&filter, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    answer(&filter, ENOSYS);
    load(&filter, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
    // The x32 calls have other numbers.
    add(&filter, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    answer(&filter, ENOSYS);
#endif
    for (size_t at = 0; at < sizeof denied / sizeof denied[0]; at++)
        deny(&filter, denied[at], EPERM);
    // Its flags are in memory, where a filter cannot see them; the C library then uses clone.
    deny(&filter, clone3_call, ENOSYS);
    if (filters_signals) {
        deny(&filter, SYS_rt_sigqueueinfo, EPERM);
        deny(&filter, SYS_rt_tgsigqueueinfo, EPERM);
        deny(&filter, pidfd_send_signal_call, EPERM);
        deny_but(&filter, SYS_kill, 0, own);
        deny_but(&filter, SYS_tkill, 0, own);
        deny_but(&filter, SYS_tgkill, 0, own);
    }
    // A limit of another process can end it like a signal.
    deny_but(&filter, SYS_prlimit64, 0, own);
    // A descriptor that sends signals to a process.
    deny_command(&filter, SYS_fcntl, owners);
    deny_command(&filter, SYS_ioctl, controls);
    add(&filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3);
    load_argument(&filter, 0);
    add(&filter, BPF_JMP | BPF_JSET | BPF_K,
        CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |
            CLONE_NEWCGROUP | CLONE_PARENT,
        0, 1);
    answer(&filter, EPERM);
    answer(&filter, 0);
    struct sock_fprog program = {filter.length, filter.code};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

// What a sealed process may call: it computes, reads and writes what is open, and ends.
static const unsigned allowed_when_sealed[] = {
    SYS_read, SYS_readv, SYS_write, SYS_writev, SYS_lseek, SYS_close,
    SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise, SYS_futex,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_getpid, SYS_gettid,
    SYS_clock_gettime, SYS_getrandom, SYS_sched_yield, SYS_exit, SYS_exit_group,
};

// Allows a call whose third argument has none of these bits.
static void allow_without(struct filter *filter, unsigned call, uint32_t bits) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    load_argument(filter, 2);
    add(filter, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    answer(filter, EPERM);
    answer(filter, 0);
}

int clinux_seal(void) {
    struct filter filter = {.length = 0};
    load(&filter, offsetof(struct seccomp_data, arch));
    add(&filter, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    answer(&filter, EPERM);
    load(&filter, offsetof(struct seccomp_data, nr));
    for (size_t at = 0; at < sizeof allowed_when_sealed / sizeof allowed_when_sealed[0]; at++) {
        add(&filter, BPF_JMP | BPF_JEQ | BPF_K, allowed_when_sealed[at], 0, 1);
        answer(&filter, 0);
    }
    allow_without(&filter, SYS_mmap, PROT_EXEC);
    allow_without(&filter, SYS_mprotect, PROT_EXEC);
    answer(&filter, EPERM);
    struct sock_fprog program = {filter.length, filter.code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#else
int confine_calls(int filters_signals) {
    (void)filters_signals;
    errno = ENOSYS;
    return -1;
}

int clinux_seal(void) {
    errno = ENOSYS;
    return -1;
}
#endif
