#include "selftest.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { TEST_SECONDS = 60 };

static const double trapped_ns_at_least = 500;

char self_path[4096];
bool expect_trapped;

static int show_cost(const char *name, uint64_t (*read)(void))
{
    double cost = cost_ns(read);
    bool too_cheap = expect_trapped && cost < trapped_ns_at_least;
    printf("  %-14s %9.1f ns  %8.3f M/s%s\n", name, cost, 1000 / cost, too_cheap ? "  FAILED: not trapped" : "");
    return too_cheap;
}

static int run_test(const struct test *test)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(TEST_SECONDS);
        test->run();
        _exit(0);
    }
    int status = outcome_of(child);
    printf("  %-6s %s", status ? "FAILED" : "ok", test->name);
    printf(WIFSIGNALED(status) ? " (signal %d)\n" : "\n", WTERMSIG(status));
    return status != 0;
}

static int run_tests(const struct test *tests)
{
    int failures = 0;
    for (; tests->name; tests++)
        failures += run_test(tests);
    return failures;
}

static int check(const char *mode)
{
    printf("%s\n", mode);
    if (is_trapped() != expect_trapped) {
        printf("  FAILED: this process is %s\n", expect_trapped ? "native" : "trapped");
        return EXIT_FAILURE;
    }
    int failures = show_cost("rdtsc", rdtsc) + show_cost("rdtscp", rdtscp) + show_cost("clock_gettime", clock_ns);
    failures += run_tests(counter_tests) + run_tests(signal_tests) + run_tests(fault_tests) + run_tests(child_tests);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int check_switch(const char *mode)
{
    printf("%s\n", mode);
    return run_tests(switch_tests) ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int count, char **arguments)
{
    const char *mode = count == 2 ? arguments[1] : "";
    if (readlink("/proc/self/exe", self_path, sizeof self_path - 1) < 0)
        return EXIT_FAILURE;

    expect_trapped = strcmp(mode, "trapped") == 0;
    if (expect_trapped || strcmp(mode, "native") == 0)
        return check(mode);
    if (strcmp(mode, "switch") == 0)
        return check_switch(mode);
    if (strcmp(mode, "child") == 0)
        return report_as_child();
    if (strcmp(mode, "flip") == 0)
        return flip_while_running();
    fprintf(stderr, "usage: selftest native|trapped|switch\n");
    return 2;
}
