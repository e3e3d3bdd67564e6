#include "selftest.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { THREADS = 4, FLIPS = 10, FLIP_SECONDS = 60, SWITCH_SIGNAL_BELOW_MAX = 3 };

static volatile bool threads_may_end;
static volatile bool thread_trapped[THREADS];

static void *tell_state(void *place)
{
    while (!threads_may_end) {
        read_every_clock();
        *(volatile bool *)place = is_trapped();
    }
    return NULL;
}

static bool all_threads_become(bool trapped)
{
    for (int waited = 0; waited < 500; waited++) {
        clock_ns();
        int following = is_trapped() == trapped;
        for (int i = 0; i < THREADS; i++)
            following += thread_trapped[i] == trapped;
        if (following == THREADS + 1)
            return true;
        usleep(10 * 1000);
    }
    return false;
}

static void write_switch(char state)
{
    FILE *file = fopen(getenv("TRAPPED_CLOCK_SWITCH"), "w");
    REQUIRE(file && fputc(state, file) == state && fclose(file) == 0);
}

int flip_while_running(void)
{
    alarm(FLIP_SECONDS);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, tell_state, (void *)&thread_trapped[i]) == 0);
    for (int i = 0; i < FLIPS; i++) {
        write_switch('0');
        REQUIRE(all_threads_become(false));
        write_switch('1');
        REQUIRE(all_threads_become(true));
    }
    threads_may_end = true;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return EXIT_SUCCESS;
}

static char *page_to_open;

static bool switch_signal_is_blocked(void)
{
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    return sigismember(&mask, SIGRTMAX - SWITCH_SIGNAL_BELOW_MAX);
}

// As a managed runtime does once it has copied what lies on the alternate stack.
static void unblock_faults_midway(int signal)
{
    sigset_t faults;
    sigemptyset(&faults);
    sigaddset(&faults, signal);
    REQUIRE(switch_signal_is_blocked());
    sigprocmask(SIG_UNBLOCK, &faults, NULL);
    REQUIRE(!switch_signal_is_blocked());
    mprotect(page_to_open, 4096, PROT_READ | PROT_WRITE);
}

static void switching_waits_for_a_fault_handler(void)
{
    page_to_open = unreadable_page();
    signal(SIGSEGV, unblock_faults_midway);
    *(volatile char *)page_to_open = 7;
    REQUIRE(!switch_signal_is_blocked());
}

static void threads_follow_the_switch(void)
{
    pid_t child = fork();
    if (child == 0) {
        execl(self_path, self_path, "flip", NULL);
        _exit(1);
    }
    REQUIRE(outcome_of(child) == 0);
}

const struct test switch_tests[] = {
    TEST(switching_waits_for_a_fault_handler),
    TEST(threads_follow_the_switch),
    { 0 },
};
