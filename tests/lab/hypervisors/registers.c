/*
 * registers SECONDS: whether a vector register keeps its value while the processor goes to others. Two of it in a guest, and one in its host, make it change hands
 * often. It writes no vector register but by the two instructions below, so that nothing brings a lost value back.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **words)
{
    unsigned long value = (unsigned long)getpid() << 32 | 0x5aa5, found, lost = 0, rounds = 0, another = 0;
    time_t end = time(NULL) + (count > 1 ? atoi(words[1]) : 10);

    while (time(NULL) < end) {
        long result = 24; /* sched_yield */

        __asm__ volatile("movq %0, %%xmm7" : : "r"(value));
        for (volatile int spin = 0; spin < 20000; spin++)
            ;
        __asm__ volatile("syscall" : "+a"(result) : : "rcx", "r11", "memory");
        __asm__ volatile("movq %%xmm7, %0" : "=r"(found));
        rounds++;
        if (found != value) {
            lost++;
            another = found;
        }
    }
    printf("#registers lost %lu of %lu rounds, %lx for %lx\n", lost, rounds, another, value);
    return lost != 0;
}
