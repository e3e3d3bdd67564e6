#include "trapped_clock.h"

#include <stdlib.h>
#include <sys/prctl.h>
#include <ucontext.h>
#include <unistd.h>

#include "kernel.h"

enum { GENERAL_PROTECTION = 13, RDTSC_LENGTH = 2, RDTSCP_LENGTH = 3 };

static const uint64_t user_address_end = UINT64_C(1) << 47;

volatile bool trapping_wanted = true;

// Unwinders know a signal frame by these exact bytes, and look up the byte before them.
__asm__(".text\n"
        ".balign 16\n"
        "nop\n"
        ".hidden return_from_signal\n"
        ".globl return_from_signal\n"
        ".type return_from_signal, @function\n"
        "return_from_signal:\n"
        "    mov $15, %rax\n"
        "    syscall\n"
        ".size return_from_signal, . - return_from_signal\n");

static long set_counter_access(int access)
{
    return raw_syscall(SYS_prctl, PR_SET_TSC, access, 0, 0);
}

long follow_trapping_wanted(void)
{
    return set_counter_access(trapping_wanted ? PR_TSC_SIGSEGV : PR_TSC_ENABLE);
}

bool pause_trapping(void)
{
    int access = PR_TSC_ENABLE;
    hold_switch_signal();
    raw_syscall(SYS_prctl, PR_GET_TSC, (long)&access, 0, 0);
    set_counter_access(PR_TSC_ENABLE);
    return access == PR_TSC_SIGSEGV;
}

void resume_trapping(bool was_trapping)
{
    if (was_trapping)
        follow_trapping_wanted();
    let_switch_signal_through();
}

static int trapped_read_length(const siginfo_t *info, const greg_t *registers)
{
    uint64_t address = (uint64_t)registers[REG_RIP];
    if (info->si_code != SI_KERNEL || registers[REG_TRAPNO] != GENERAL_PROTECTION || address >= user_address_end)
        return 0;

    const uint8_t *code = (const uint8_t *)address;
    if (code[0] == 0x0f && code[1] == 0x31)
        return RDTSC_LENGTH;
    if (code[0] == 0x0f && code[1] == 0x01 && code[2] == 0xf9)
        return RDTSCP_LENGTH;
    return 0;
}

static void emulate_read(greg_t *registers, int length)
{
    uint32_t low, high, processor;

    set_counter_access(PR_TSC_ENABLE);
    __asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(processor));
    if (trapping_wanted)
        set_counter_access(PR_TSC_SIGSEGV);

    registers[REG_RAX] = low;
    registers[REG_RDX] = high;
    if (length == RDTSCP_LENGTH)
        registers[REG_RCX] = processor;
    registers[REG_RIP] += length;
}

// Runs in any thread at any instruction, whatever the FS and GS bases are: no TLS, no libc.
static void on_sigsegv(int signal, siginfo_t *info, void *context)
{
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    int length = trapped_read_length(info, registers);
    if (length)
        emulate_read(registers, length);
    else
        pass_to_program(signal, info, context);
}

// Which stack: the program's choice where it has a handler. Else the alternate one where a thread has it, since the
// current stack may end in a guard page that only the program knows how to grow.
void install_trap_handler(const struct sigaction *program_action)
{
    unsigned long choices = SA_ONSTACK | SA_RESTART;
    if (program_action->sa_handler != SIG_DFL && program_action->sa_handler != SIG_IGN)
        choices &= (unsigned long)program_action->sa_flags;

    struct kernel_sigaction action = {
        .handler_with_info = on_sigsegv,
        .flags = SA_SIGINFO | KERNEL_SA_RESTORER | choices,
        .restorer = return_from_signal,
        .mask = ~UINT64_C(0),
    };
    set_kernel_action(SIGSEGV, &action, NULL);
}

static void tell_that_nothing_is_trapped(void)
{
    static const char message[] = "libtrappedclock: the kernel refuses PR_SET_TSC, the clock stays native\n";
    raw_syscall(SYS_write, STDERR_FILENO, (long)message, sizeof message - 1, 0);
}

__attribute__((constructor)) static void begin(void)
{
    own_this_process();
    adopt_inherited_action();

    const char *path = getenv("TRAPPED_CLOCK_SWITCH");
    if (path && *path)
        start_switch(path);

    change_kernel_mask(SIG_UNBLOCK, &never_blocked, NULL);
    if (follow_trapping_wanted() < 0)
        tell_that_nothing_is_trapped();
}
