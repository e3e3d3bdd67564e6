/*
 * How long the odd divisors of a number take in plain C: the yardstick for timerprobe's primalityClient. The arithmetic is
 * PrimalityWork's, the number is its argument. One run comes first and is dropped; the answer is the second in nanoseconds.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static __attribute__((noinline)) int64_t smallest_factor(int64_t number)
{
    int64_t root = (int64_t)sqrt((double)number);

    if (number % 2 == 0)
        return 2;
    for (int64_t divisor = 3; divisor <= root; divisor += 2)
        if (number % divisor == 0)
            return divisor;
    return number;
}

static double run(int64_t number, int64_t *factor)
{
    struct timespec before, after;

    clock_gettime(CLOCK_MONOTONIC, &before);
    *factor = smallest_factor(number);
    clock_gettime(CLOCK_MONOTONIC, &after);
    return (after.tv_sec - before.tv_sec) * 1e9 + (after.tv_nsec - before.tv_nsec);
}

int main(int argc, char **argv)
{
    int64_t number = argc == 2 ? strtoll(argv[1], NULL, 10) : 0, factor;
    double taken;

    if (number < 2) {
        fprintf(stderr, "usage: primality_loop NUMBER (2 or more)\n");
        return 2;
    }
    run(number, &factor);
    taken = run(number, &factor);
    /* The factor makes the loop's answer needed; the script reads the first column. */
    printf("%.0f %" PRId64 "\n", taken, factor);
    return 0;
}
