/*
 * What clock reads cost, by loops of plain C: an answer that owes nothing to timerprobe. Each kind of read is repeated until a loop lasts 5 ms;
 * the kinds take turns, and the cheapest of 15 loops is printed, in nanoseconds a read: what else a machine does makes no loop cheaper. It is linked
 * statically, so that it runs in a guest without libraries.
 */
#define _GNU_SOURCE
#include <cpuid.h>
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

enum { loops = 15, shortest_loop_ns = 5000000 };

static volatile unsigned long long sink;

static void realtime(void) { struct timespec now; clock_gettime(CLOCK_REALTIME, &now); sink = now.tv_nsec; }
static void monotonic(void) { struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now); sink = now.tv_nsec; }
static void coarse(void) { struct timespec now; clock_gettime(CLOCK_REALTIME_COARSE, &now); sink = now.tv_nsec; }
static void rdtsc(void) { sink = __rdtsc(); }
static void nothing(void) { sink = 0; }

static void cpuid(void)
{
    unsigned a, b, c, d;
    __cpuid(0, a, b, c, d);
    sink = a;
}

static double loop(void (*read)(void), long calls)
{
    struct timespec before, after;

    clock_gettime(CLOCK_MONOTONIC, &before);
    for (long i = 0; i < calls; i++)
        read();
    clock_gettime(CLOCK_MONOTONIC, &after);
    return (after.tv_sec - before.tv_sec) * 1e9 + (after.tv_nsec - before.tv_nsec);
}

int main(void)
{
    static const struct { const char *name; void (*read)(void); } kinds[] = {
        { "nothing", nothing }, { "realtime", realtime }, { "monotonic", monotonic }, { "coarse", coarse }, { "rdtsc", rdtsc }, { "cpuid", cpuid },
    };
    enum { count = sizeof kinds / sizeof kinds[0] };
    double cheapest[count];
    long calls[count];

    for (int kind = 0; kind < count; kind++) {
        for (calls[kind] = 8; (cheapest[kind] = loop(kinds[kind].read, calls[kind])) < shortest_loop_ns; calls[kind] *= 2)
            ;
        cheapest[kind] /= calls[kind];
    }
    for (int turn = 1; turn < loops; turn++)
        for (int kind = 0; kind < count; kind++) {
            double cost = loop(kinds[kind].read, calls[kind]) / calls[kind];
            if (cost < cheapest[kind])
                cheapest[kind] = cost;
        }
    for (int kind = 0; kind < count; kind++)
        printf("%s %.1f\n", kinds[kind].name, cheapest[kind]);
    return 0;
}
