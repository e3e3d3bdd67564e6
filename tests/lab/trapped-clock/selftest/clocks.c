#include "selftest.h"

#include <sys/prctl.h>
#include <time.h>

struct counter_read raw_rdtsc(void)
{
    struct counter_read read = { ~0ul, ~0ul, ~0ul };
    __asm__ volatile("rdtsc" : "+a"(read.rax), "+d"(read.rdx), "+c"(read.rcx));
    return read;
}

struct counter_read raw_rdtscp(void)
{
    struct counter_read read = { ~0ul, ~0ul, ~0ul };
    __asm__ volatile("rdtscp" : "+a"(read.rax), "+d"(read.rdx), "+c"(read.rcx));
    return read;
}

uint64_t rdtsc(void)
{
    struct counter_read read = raw_rdtsc();
    return read.rdx << 32 | read.rax;
}

uint64_t rdtscp(void)
{
    struct counter_read read = raw_rdtscp();
    return read.rdx << 32 | read.rax;
}

uint64_t clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

bool is_trapped(void)
{
    int access = 0;
    prctl(PR_GET_TSC, &access);
    return access == PR_TSC_SIGSEGV;
}

double cost_ns(uint64_t (*read)(void))
{
    const int calls = is_trapped() ? 2000 : 200000;
    uint64_t start = clock_ns();
    for (int i = 0; i < calls; i++)
        read();
    return (double)(clock_ns() - start) / calls;
}

void read_every_clock(void)
{
    uint64_t last = rdtsc();
    for (int i = 0; i < 20; i++) {
        uint64_t now = i % 2 ? rdtsc() : rdtscp();
        REQUIRE(now >= last);
        last = now;
        clock_ns();
    }
}
