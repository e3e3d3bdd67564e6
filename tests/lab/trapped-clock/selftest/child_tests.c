#include "selftest.h"

#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>

enum { CHILD_IS_NATIVE = 41, CHILD_IS_TRAPPED = 42, STARTS = 20 };

int outcome_of(pid_t child)
{
    int status;
    REQUIRE(waitpid(child, &status, 0) == child);
    return status;
}

int report_as_child(void)
{
    read_every_clock();
    return is_trapped() ? CHILD_IS_TRAPPED : CHILD_IS_NATIVE;
}

static void require_like_us(int status)
{
    REQUIRE(WIFEXITED(status));
    REQUIRE(WEXITSTATUS(status) == (expect_trapped ? CHILD_IS_TRAPPED : CHILD_IS_NATIVE));
}

static void exec_in_fork(int variant)
{
    char *arguments[] = { self_path, "child", NULL };
    char script[sizeof self_path + 16];
    snprintf(script, sizeof script, "exec %s child", self_path);
    pid_t child = fork();
    if (child == 0) {
        switch (variant) {
        case 0: execve(self_path, arguments, environ); break;
        case 1: execv(self_path, arguments); break;
        case 2: execvp(self_path, arguments); break;
        case 3: execvpe(self_path, arguments, environ); break;
        case 4: execl(self_path, self_path, "child", NULL); break;
        case 5: execlp("sh", "sh", "-c", script, NULL); break;
        case 6: execle(self_path, self_path, "child", NULL, environ); break;
        }
        _exit(1);
    }
    require_like_us(outcome_of(child));
}

static void children_start_by_any_exec(void)
{
    for (int variant = 0; variant < 7; variant++)
        exec_in_fork(variant);
}

static void children_start_by_spawn_system_and_popen(void)
{
    char *arguments[] = { self_path, "child", NULL };
    char command[sizeof self_path + 16];
    snprintf(command, sizeof command, "%s child", self_path);
    pid_t child;

    REQUIRE(posix_spawn(&child, self_path, NULL, NULL, arguments, environ) == 0);
    require_like_us(outcome_of(child));
    REQUIRE(posix_spawnp(&child, self_path, NULL, NULL, arguments, environ) == 0);
    require_like_us(outcome_of(child));
    require_like_us(system(command));
    require_like_us(pclose(popen(command, "r")));
}

// As a managed runtime does it: every signal blocked around vfork, every handler reset in the child.
static pid_t vfork_reset_and_exec(const char *path)
{
    char *const arguments[] = { self_path, "child", NULL };
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = vfork();
    if (child == 0) {
        for (int number = 1; number < NSIG; number++) {
            struct sigaction action, by_default = { .sa_handler = SIG_DFL };
            if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL)
                sigaction(number, &by_default, NULL);
        }
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        execve(path, arguments, environ);
        _exit(1);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return child;
}

static void a_vfork_child_leaves_its_parent_alone(void)
{
    sigaction(SIGSEGV, &(struct sigaction){ .sa_sigaction = recover, .sa_flags = SA_SIGINFO }, NULL);
    for (int i = 0; i < STARTS; i++) {
        require_like_us(outcome_of(vfork_reset_and_exec(self_path)));
        REQUIRE(WEXITSTATUS(outcome_of(vfork_reset_and_exec("/nonexistent"))) == 1);
        read_every_clock();
        REQUIRE(is_trapped() == expect_trapped);
        fault_and_recover(unreadable_page());
    }
}

static void a_failed_exec_leaves_the_trap_on(void)
{
    char *const arguments[] = { "x", NULL };
    REQUIRE(execve("/nonexistent", arguments, environ) == -1);
    REQUIRE(is_trapped() == expect_trapped);
    read_every_clock();
}

static void a_fork_child_is_its_own_process(void)
{
    pid_t child = fork();
    if (child == 0) {
        REQUIRE(is_trapped() == expect_trapped);
        real_faults_reach_the_program();
        _exit(0);
    }
    REQUIRE(outcome_of(child) == 0);
}

static void children_may_lack_the_library(void)
{
    char *const arguments[] = { self_path, "child", NULL };
    char *const nothing[] = { NULL };
    pid_t child;
    REQUIRE(posix_spawn(&child, self_path, NULL, NULL, arguments, nothing) == 0);
    REQUIRE(WEXITSTATUS(outcome_of(child)) == CHILD_IS_NATIVE);
}

const struct test child_tests[] = {
    TEST(children_start_by_any_exec),
    TEST(children_start_by_spawn_system_and_popen),
    TEST(a_vfork_child_leaves_its_parent_alone),
    TEST(a_failed_exec_leaves_the_trap_on),
    TEST(a_fork_child_is_its_own_process),
    TEST(children_may_lack_the_library),
    { 0 },
};
