#include "trapped_clock.h"

#include <sys/auxv.h>
#include <sys/mman.h>

#include "interpose.h"
#include "kernel.h"

// A program's alternate stack may have room for its own handlers but not for a trap inside one of them, which takes one
// more kernel frame. Such a stack is replaced by a larger one, and the program is told of its own.

enum { KERNEL_MINIMUM = 2048, HANDLER_ROOM = 2048, REPLACEMENT_SIZE = 128 * 1024 - 64 };

static const uint64_t replacement_mark = UINT64_C(0x6b636f6c43706154);

struct replacement {
    uint64_t mark;
    stack_t original;
};

static struct replacement *replacement_behind(const stack_t *stack)
{
    if (stack->ss_flags & SS_DISABLE || stack->ss_size != REPLACEMENT_SIZE)
        return NULL;
    struct replacement *candidate = stack->ss_sp;
    return candidate->mark == replacement_mark ? candidate : NULL;
}

static bool is_too_small(const stack_t *stack)
{
    size_t roomy = 2 * getauxval(AT_MINSIGSTKSZ) + HANDLER_ROOM;
    return !(stack->ss_flags & SS_DISABLE) && stack->ss_size >= KERNEL_MINIMUM && stack->ss_size < roomy;
}

static struct replacement *replace(const stack_t *original)
{
    struct replacement *made =
        mmap(NULL, REPLACEMENT_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made == MAP_FAILED)
        return NULL;
    *made = (struct replacement){ .mark = replacement_mark, .original = *original };
    return made;
}

static void release(struct replacement *unused)
{
    if (unused)
        munmap(unused, REPLACEMENT_SIZE);
}

static stack_t as_told_to_program(const stack_t *current, const struct replacement *behind)
{
    stack_t told = behind ? behind->original : *current;
    told.ss_flags = current->ss_flags;
    return told;
}

EXPORT int sigaltstack(const stack_t *restrict wanted, stack_t *restrict old)
{
    stack_t current;
    raw_syscall(SYS_sigaltstack, 0, (long)&current, 0, 0);
    struct replacement *present = replacement_behind(&current);
    stack_t told = as_told_to_program(&current, present);

    if (wanted) {
        struct replacement *made = is_too_small(wanted) ? replace(wanted) : NULL;
        stack_t roomy = { .ss_sp = made, .ss_size = REPLACEMENT_SIZE, .ss_flags = wanted->ss_flags };
        long result = raw_syscall(SYS_sigaltstack, (long)(made ? &roomy : wanted), 0, 0, 0);
        release(result < 0 ? made : present);
        if (result < 0)
            return with_errno(result);
    }
    if (old)
        *old = told;
    return 0;
}
