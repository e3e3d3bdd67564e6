/*
 * What a read of CLOCK_REALTIME costs in plain C: the yardstick for timerprobe's own loop. As there (ClockReader.cs), 16 calls
 * stand side by side and one slot takes what they write; the answer, in nanoseconds, is the median batch.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { calls = 1024, batches = 512, warm_up = 32 };

static double cost_of_a_call(void)
{
    struct timespec slot, before, after;

    clock_gettime(CLOCK_MONOTONIC, &before);
#pragma GCC unroll 16
    for (int i = 0; i < calls; i++)
        clock_gettime(CLOCK_REALTIME, &slot);
    clock_gettime(CLOCK_MONOTONIC, &after);
    return ((after.tv_sec - before.tv_sec) * 1e9 + (after.tv_nsec - before.tv_nsec)) / calls;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

int main(void)
{
    static double costs[batches];

    for (int i = 0; i < warm_up; i++)
        cost_of_a_call();
    for (int i = 0; i < batches; i++)
        costs[i] = cost_of_a_call();
    qsort(costs, batches, sizeof costs[0], compare);
    printf("%.3f\n", (costs[batches / 2 - 1] + costs[batches / 2]) / 2);
    return 0;
}
