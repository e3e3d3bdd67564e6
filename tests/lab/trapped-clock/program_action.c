#include "trapped_clock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <ucontext.h>

#include "kernel.h"

enum { ACTION_SLOTS = 16 };

// The trap handler reads the action without a lock: a new one is written aside, then published.
static struct sigaction slots[ACTION_SLOTS];
static atomic_uint next_slot = 1;
static struct sigaction *_Atomic program_action = &slots[0];

static pid_t owner;

static struct sigaction publish(const struct sigaction *action)
{
    struct sigaction *slot = &slots[atomic_fetch_add(&next_slot, 1) % ACTION_SLOTS];
    *slot = *action;
    return *atomic_exchange(&program_action, slot);
}

static void note_owner(void)
{
    owner = this_process();
}

void own_this_process(void)
{
    note_owner();
    pthread_atfork(NULL, NULL, note_owner);
}

void adopt_inherited_action(void)
{
    struct kernel_sigaction inherited;
    set_kernel_action(SIGSEGV, NULL, &inherited);
    if (inherited.handler == SIG_IGN)
        publish(&(struct sigaction){ .sa_handler = SIG_IGN });
    install_trap_handler(program_action);
}

// A vfork child shares this memory but not the kernel's table of actions. It is on its way to exec, so it stops
// trapping; what it sets must not become its parent's action.
static bool in_borrowed_memory(void)
{
    return owner && owner != this_process();
}

static void set_action_of_borrower(const struct sigaction *action)
{
    struct kernel_sigaction direct = {
        .handler = action->sa_handler,
        .flags = (unsigned)action->sa_flags | KERNEL_SA_RESTORER,
        .restorer = return_from_signal,
        .mask = action->sa_mask.__val[0],
    };
    pause_trapping();
    set_kernel_action(SIGSEGV, &direct, NULL);
}

int set_program_action(const struct sigaction *action, struct sigaction *old)
{
    struct sigaction previous = *program_action;
    if (action && in_borrowed_memory()) {
        set_action_of_borrower(action);
    } else if (action) {
        previous = publish(action);
        install_trap_handler(program_action);
    }
    if (old)
        *old = previous;
    return 0;
}

static void die_by_default(bool was_sent)
{
    struct kernel_sigaction by_default = { .handler = SIG_DFL };
    set_kernel_action(SIGSEGV, &by_default, NULL);

    // A fault comes back when its instruction is run again; a signal that someone sent does not.
    if (was_sent)
        raw_syscall(SYS_tgkill, this_process(), raw_syscall(SYS_gettid, 0, 0, 0, 0), SIGSEGV, 0);
}

static void set_mask(uint64_t mask)
{
    change_kernel_mask(SIG_SETMASK, &mask, NULL);
}

// Ends in a jump: the program's handler stands on the kernel's frame as if the kernel had called it.
void pass_to_program(int signal, siginfo_t *info, void *context)
{
    const struct sigaction *action = program_action;
    void (*handler)(int, siginfo_t *, void *) = action->sa_sigaction;
    bool was_sent = info->si_code <= 0;

    if (was_sent && action->sa_handler == SIG_IGN)
        return;
    if (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN) {
        die_by_default(was_sent);
        return;
    }

    uint64_t interrupted_mask = ((const ucontext_t *)context)->uc_sigmask.__val[0];
    uint64_t handler_mask = (interrupted_mask | action->sa_mask.__val[0]) & ~never_blocked;
    if (!(action->sa_flags & SA_NODEFER))
        handler_mask |= switch_signal_bit;
    if (action->sa_flags & (int)SA_RESETHAND)
        publish(&(struct sigaction){ .sa_handler = SIG_DFL });
    set_mask(handler_mask);
    handler(signal, info, context);
}
