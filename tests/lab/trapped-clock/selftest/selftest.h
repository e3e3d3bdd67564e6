#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

#define REQUIRE(condition)                                                             \
    do {                                                                               \
        if (!(condition)) {                                                            \
            fprintf(stderr, "  %s:%d: %s\n", __func__, __LINE__, #condition);          \
            _exit(1);                                                                  \
        }                                                                              \
    } while (0)

struct test {
    const char *name;
    void (*run)(void);
};

#define TEST(function) { #function, function }

extern const struct test counter_tests[], signal_tests[], fault_tests[], child_tests[], switch_tests[];

extern char self_path[4096];
extern bool expect_trapped;

// clocks.c
struct counter_read {
    uint64_t rax, rdx, rcx;
};
struct counter_read raw_rdtsc(void);
struct counter_read raw_rdtscp(void);
uint64_t rdtsc(void);
uint64_t rdtscp(void);
uint64_t clock_ns(void);
bool is_trapped(void);
double cost_ns(uint64_t (*read)(void));
void read_every_clock(void);

// fault_tests.c
char *unreadable_page(void);
void recover(int signal, siginfo_t *info, void *context);
void fault_and_recover(char *page);
void real_faults_reach_the_program(void);

// child_tests.c
int outcome_of(pid_t child);
int report_as_child(void);

// switch_tests.c
int flip_while_running(void);
