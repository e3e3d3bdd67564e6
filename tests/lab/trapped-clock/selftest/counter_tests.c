#include "selftest.h"

#include <sched.h>
#include <string.h>

static void counter_is_monotonic_and_of_one_rate(void)
{
    read_every_clock();

    uint64_t ns[3], ticks[3];
    for (int i = 0; i < 3; i++) {
        ns[i] = clock_ns();
        ticks[i] = i == 1 ? rdtscp() : rdtsc();
        usleep(100 * 1000);
    }
    double first = (double)(ticks[1] - ticks[0]) / (double)(ns[1] - ns[0]);
    double second = (double)(ticks[2] - ticks[1]) / (double)(ns[2] - ns[1]);
    REQUIRE(first > 0.5 && first < 10);
    REQUIRE(first / second > 0.9 && first / second < 1.1);
}

static void registers_are_as_the_processor_leaves_them(void)
{
    struct counter_read read = raw_rdtsc();
    REQUIRE(read.rax >> 32 == 0 && read.rdx >> 32 == 0);
    REQUIRE(read.rcx == ~0ul);

    read = raw_rdtscp();
    REQUIRE(read.rax >> 32 == 0 && read.rdx >> 32 == 0 && read.rcx >> 32 == 0);
}

static void rdtscp_names_the_processor(void)
{
    cpu_set_t allowed;
    REQUIRE(sched_getaffinity(0, sizeof allowed, &allowed) == 0);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, &allowed))
            continue;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
        REQUIRE((int)(raw_rdtscp().rcx & 0xfff) == cpu);
    }
}

static void vector_registers_and_flags_survive(void)
{
    uint64_t before[2] = { 0x0123456789abcdef, 0xfedcba9876543210 }, after[2];
    uint8_t carry;
    __asm__ volatile("movdqu %2, %%xmm7\n\tstc\n\trdtsc\n\tsetc %1\n\tmovdqu %%xmm7, %0"
                     : "=m"(after), "=r"(carry)
                     : "m"(before)
                     : "rax", "rdx", "xmm7", "cc", "memory");
    REQUIRE(carry == 1);
    REQUIRE(memcmp(before, after, sizeof before) == 0);
}

const struct test counter_tests[] = {
    TEST(counter_is_monotonic_and_of_one_rate),
    TEST(registers_are_as_the_processor_leaves_them),
    TEST(rdtscp_names_the_processor),
    TEST(vector_registers_and_flags_survive),
    { 0 },
};
