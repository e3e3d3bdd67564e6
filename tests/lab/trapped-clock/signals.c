#include "trapped_clock.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>

#include "interpose.h"
#include "kernel.h"

// A trap taken while SIGSEGV is blocked kills the process.
uint64_t never_blocked = SIGNAL_BIT(SIGSEGV);

static int reserved = -1;

void reserve_signal(int signal)
{
    reserved = signal;
    never_blocked |= SIGNAL_BIT(signal);
}

static const sigset_t *without_never_blocked(const sigset_t *set, sigset_t *copy)
{
    if (!set)
        return NULL;
    *copy = *set;
    copy->__val[0] &= ~never_blocked;
    return copy;
}

static int pretend_unused(struct sigaction *old)
{
    if (old)
        *old = (struct sigaction){ .sa_handler = SIG_DFL };
    return 0;
}

EXPORT int sigaction(int signal, const struct sigaction *action, struct sigaction *old)
{
    if (signal == SIGSEGV)
        return set_program_action(action, old);
    if (signal == reserved)
        return pretend_unused(old);
    if (!action)
        return NEXT(sigaction)(signal, NULL, old);

    struct sigaction adjusted = *action;
    without_never_blocked(&action->sa_mask, &adjusted.sa_mask);
    return NEXT(sigaction)(signal, &adjusted, old);
}

static bool is_ours(int signal)
{
    return signal == SIGSEGV || signal == reserved;
}

static sighandler_t set_simple_handler(int signal, sighandler_t handler, int flags)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = flags }, old;
    return sigaction(signal, &action, &old) ? SIG_ERR : old.sa_handler;
}

EXPORT sighandler_t signal(int number, sighandler_t handler)
{
    return is_ours(number) ? set_simple_handler(number, handler, SA_RESTART) : NEXT(signal)(number, handler);
}

EXPORT sighandler_t sysv_signal(int number, sighandler_t handler)
{
    const int flags = (int)SA_RESETHAND | SA_NODEFER;
    return is_ours(number) ? set_simple_handler(number, handler, flags) : NEXT(sysv_signal)(number, handler);
}

#define ALSO_NAMED(function) EXPORT __attribute__((alias(#function), copy(function)))

ALSO_NAMED(sigaction) int __sigaction(int, const struct sigaction *, struct sigaction *);
ALSO_NAMED(signal) sighandler_t bsd_signal(int, sighandler_t);
ALSO_NAMED(signal) sighandler_t ssignal(int, sighandler_t);
ALSO_NAMED(sysv_signal) sighandler_t __sysv_signal(int, sighandler_t);

static long change_mask(int how, const sigset_t *set, sigset_t *old)
{
    if (!set)
        return change_kernel_mask(how, NULL, old);

    uint64_t mask = set->__val[0] & ~GLIBC_INTERNAL_SIGNALS;
    if (how != SIG_UNBLOCK)
        mask &= ~never_blocked;
    else if (mask & SIGNAL_BIT(SIGSEGV))
        mask |= never_blocked;
    return change_kernel_mask(how, &mask, old);
}

EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    return with_errno(change_mask(how, set, old));
}

EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    return (int)-change_mask(how, set, old);
}

EXPORT int sigsuspend(const sigset_t *set)
{
    sigset_t copy;
    return NEXT(sigsuspend)(without_never_blocked(set, &copy));
}

EXPORT int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *set)
{
    sigset_t copy;
    return NEXT(ppoll)(files, count, timeout, without_never_blocked(set, &copy));
}

EXPORT int pselect(int count, fd_set *restrict readable, fd_set *restrict writable, fd_set *restrict exceptional,
                   const struct timespec *restrict timeout, const sigset_t *restrict set)
{
    sigset_t copy;
    return NEXT(pselect)(count, readable, writable, exceptional, timeout, without_never_blocked(set, &copy));
}

EXPORT int epoll_pwait(int file, struct epoll_event *events, int capacity, int timeout, const sigset_t *set)
{
    sigset_t copy;
    return NEXT(epoll_pwait)(file, events, capacity, timeout, without_never_blocked(set, &copy));
}
