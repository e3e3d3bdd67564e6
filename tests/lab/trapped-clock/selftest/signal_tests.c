#include "selftest.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 4 };

static void *all_signals_blocked(void *unused)
{
    (void)unused;
    sigset_t all;
    sigfillset(&all);
    REQUIRE(pthread_sigmask(SIG_SETMASK, &all, NULL) == 0);
    read_every_clock();
    REQUIRE(sigprocmask(SIG_BLOCK, &all, NULL) == 0);
    read_every_clock();
    REQUIRE(is_trapped() == expect_trapped);
    return NULL;
}

static void threads_with_all_signals_blocked_read_clocks(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, all_signals_blocked, NULL) == 0);
    for (int i = 0; i < THREADS; i++)
        REQUIRE(pthread_join(threads[i], NULL) == 0);
}

static volatile sig_atomic_t handled;

static void read_clocks_in_handler(int signal)
{
    (void)signal;
    read_every_clock();
    handled++;
}

static void handle_with_all_blocked(int signal, int flags)
{
    struct sigaction action = { .sa_handler = read_clocks_in_handler, .sa_flags = flags };
    sigfillset(&action.sa_mask);
    REQUIRE(sigaction(signal, &action, NULL) == 0);
}

static void handlers_that_block_all_signals_read_clocks(void)
{
    handle_with_all_blocked(SIGUSR1, 0);
    raise(SIGUSR1);
    REQUIRE(handled == 1);
}

static void waits_that_block_all_signals_read_clocks(void)
{
    sigset_t all_but_one;
    sigfillset(&all_but_one);
    sigdelset(&all_but_one, SIGUSR1);
    handle_with_all_blocked(SIGUSR1, 0);
    sigprocmask(SIG_BLOCK, &(sigset_t){ { 1ul << (SIGUSR1 - 1) } }, NULL);
    raise(SIGUSR1);
    sigsuspend(&all_but_one);
    REQUIRE(handled == 1);
}

static void handlers_on_an_alternate_stack_of(size_t size)
{
    void *memory = malloc(size);
    stack_t stack = { .ss_sp = memory, .ss_size = size }, disabled = { .ss_flags = SS_DISABLE }, told;
    REQUIRE(sigaltstack(&stack, NULL) == 0);
    read_every_clock();
    handle_with_all_blocked(SIGUSR1, SA_ONSTACK);
    handled = 0;
    if (size >= 8192)
        raise(SIGUSR1);
    REQUIRE(handled == (size >= 8192));

    REQUIRE(sigaltstack(NULL, &told) == 0);
    REQUIRE(told.ss_sp == memory && told.ss_size == size);
    REQUIRE(sigaltstack(&disabled, &told) == 0);
    REQUIRE(told.ss_sp == memory && told.ss_size == size);
    REQUIRE(sigaltstack(NULL, &told) == 0);
    REQUIRE(told.ss_flags & SS_DISABLE);
    free(memory);
}

static void alternate_stacks_large_and_small_work(void)
{
    handlers_on_an_alternate_stack_of(2048);
    handlers_on_an_alternate_stack_of(8192);
    handlers_on_an_alternate_stack_of(65536);
}

const struct test signal_tests[] = {
    TEST(threads_with_all_signals_blocked_read_clocks),
    TEST(handlers_that_block_all_signals_read_clocks),
    TEST(waits_that_block_all_signals_read_clocks),
    TEST(alternate_stacks_large_and_small_work),
    { 0 },
};
