#pragma once

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

// The kernel's own view of a signal action; glibc's header does not give it.
enum { KERNEL_SA_RESTORER = 0x04000000 };

#define SIGNAL_BIT(signal) (UINT64_C(1) << ((signal) - 1))

// Thread cancellation and setuid: blocking these would hang the program.
#define GLIBC_INTERNAL_SIGNALS (SIGNAL_BIT(32) | SIGNAL_BIT(33))

struct kernel_sigaction {
    union {
        sighandler_t handler;
        void (*handler_with_info)(int, siginfo_t *, void *);
    };
    unsigned long flags;
    void (*restorer)(void);
    uint64_t mask;
};

void return_from_signal(void);

// No errno, no PLT: usable in the trap handler, where nothing is known of the thread.
static inline long raw_syscall(long number, long a, long b, long c, long d)
{
    register long fourth __asm__("r10") = d;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth)
                     : "rcx", "r11", "memory");
    return result;
}

static inline long set_kernel_action(int signal, const struct kernel_sigaction *action, struct kernel_sigaction *old)
{
    return raw_syscall(SYS_rt_sigaction, signal, (long)action, (long)old, sizeof action->mask);
}

static inline long change_kernel_mask(int how, const uint64_t *mask, void *old)
{
    return raw_syscall(SYS_rt_sigprocmask, how, (long)mask, (long)old, sizeof *mask);
}

static inline pid_t this_process(void)
{
    return (pid_t)raw_syscall(SYS_getpid, 0, 0, 0, 0);
}

static inline int with_errno(long result)
{
    if (result >= 0)
        return (int)result;
    errno = (int)-result;
    return -1;
}
