#include "selftest.h"

#include <setjmp.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

char *unreadable_page(void)
{
    return mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static sigjmp_buf recovery;
static void *volatile fault_address;
static char *volatile fault_stack;
static uint64_t fault_mask;

void recover(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)context;
    sigset_t mask;
    fault_stack = (char *)&mask;
    fault_address = info->si_addr;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    fault_mask = mask.__val[0];
    read_every_clock();
    siglongjmp(recovery, 1);
}

void fault_and_recover(char *page)
{
    for (int i = 0; i < 20; i++) {
        fault_address = NULL;
        if (!sigsetjmp(recovery, 1))
            *(volatile char *)(page + i) = 1;
        REQUIRE(fault_address == page + i);
        read_every_clock();
    }
}

static bool fault_was_handled_on(const char *stack, size_t size)
{
    return fault_stack >= stack && fault_stack < stack + size;
}

void real_faults_reach_the_program(void)
{
    struct sigaction action = { .sa_sigaction = recover, .sa_flags = SA_SIGINFO }, told;
    sigaddset(&action.sa_mask, SIGUSR2);
    REQUIRE(sigaction(SIGSEGV, &action, &told) == 0);
    REQUIRE(told.sa_handler == SIG_DFL);
    REQUIRE(sigaction(SIGSEGV, NULL, &told) == 0);
    REQUIRE(told.sa_sigaction == recover && told.sa_flags & SA_SIGINFO && sigismember(&told.sa_mask, SIGUSR2));

    fault_and_recover(unreadable_page());
    REQUIRE(fault_mask & 1ul << (SIGUSR2 - 1));
    REQUIRE(!(fault_mask & 1ul << (SIGUSR1 - 1)));
}

static void real_faults_come_on_the_stack_asked_for(void)
{
    enum { SIZE = 65536 };
    char *memory = malloc(SIZE);
    REQUIRE(sigaltstack(&(stack_t){ .ss_sp = memory, .ss_size = SIZE }, NULL) == 0);

    sigaction(SIGSEGV, &(struct sigaction){ .sa_sigaction = recover, .sa_flags = SA_SIGINFO }, NULL);
    fault_and_recover(unreadable_page());
    REQUIRE(!fault_was_handled_on(memory, SIZE));

    sigaction(SIGSEGV, &(struct sigaction){ .sa_sigaction = recover, .sa_flags = SA_SIGINFO | SA_ONSTACK }, NULL);
    fault_and_recover(unreadable_page());
    REQUIRE(fault_was_handled_on(memory, SIZE));
}

static char *page_to_open;

static void open_the_page(int signal)
{
    (void)signal;
    read_every_clock();
    mprotect(page_to_open, 4096, PROT_READ | PROT_WRITE);
}

static void a_fault_handler_can_return(void)
{
    page_to_open = unreadable_page();
    REQUIRE(signal(SIGSEGV, open_the_page) == SIG_DFL);
    *(volatile char *)page_to_open = 7;
    REQUIRE(*page_to_open == 7);
    REQUIRE(signal(SIGSEGV, SIG_DFL) == open_the_page);
}

static void kill_by_fault(void)
{
    *(volatile char *)unreadable_page() = 1;
}

static void kill_by_sending(void)
{
    kill(getpid(), SIGSEGV);
}

static void kill_after_one_handler(void)
{
    struct sigaction once = { .sa_handler = open_the_page, .sa_flags = (int)SA_RESETHAND };
    sigaction(SIGSEGV, &once, NULL);
    page_to_open = unreadable_page();
    *(volatile char *)page_to_open = 7;
    if (*page_to_open == 7)
        kill_by_fault();
}

static void kill_by_fault_though_ignored(void)
{
    signal(SIGSEGV, SIG_IGN);
    kill(getpid(), SIGSEGV);
    kill_by_fault();
}

static void default_action_kills(void)
{
    void (*const ways[])(void) = { kill_by_fault, kill_by_sending, kill_after_one_handler, kill_by_fault_though_ignored };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        pid_t child = fork();
        if (child == 0) {
            prctl(PR_SET_DUMPABLE, 0);
            read_every_clock();
            ways[i]();
            _exit(0);
        }
        int status = outcome_of(child);
        REQUIRE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
    }
}

const struct test fault_tests[] = {
    TEST(real_faults_reach_the_program),
    TEST(real_faults_come_on_the_stack_asked_for),
    TEST(a_fault_handler_can_return),
    TEST(default_action_kills),
    { 0 },
};
