#include "trapped_clock.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "kernel.h"

// A thread goes native by itself at its next read. To trap, each thread has to be interrupted, since PR_SET_TSC acts on
// the caller only; a thread born of a not yet interrupted one is met by the later rounds.

enum { SWITCH_SIGNAL_BELOW_MAX = 3, LAST_ROUND = 16 };

static const struct timespec tick = { .tv_nsec = 10 * 1000 * 1000 };

static char *switch_path;
static int switch_signal;
uint64_t switch_signal_bit;

// Trapping again between a pause and an execve would kill the new program.
void hold_switch_signal(void)
{
    if (switch_signal_bit)
        change_kernel_mask(SIG_BLOCK, &switch_signal_bit, NULL);
}

void let_switch_signal_through(void)
{
    if (switch_signal_bit)
        change_kernel_mask(SIG_UNBLOCK, &switch_signal_bit, NULL);
}

// Opened anew each time: the file may be replaced, and a mapping of it would fault while a shell truncates it.
static bool read_switch(bool otherwise)
{
    char state;
    int file = open(switch_path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return otherwise;
    ssize_t got = read(file, &state, 1);
    close(file);
    return got == 1 ? state != '0' : otherwise;
}

static void on_switch_signal(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)info, (void)context;
    follow_trapping_wanted();
}

static void interrupt_all_threads(void)
{
    pid_t process = this_process(), watcher = gettid();
    DIR *threads = opendir("/proc/self/task");
    if (!threads)
        return;
    for (struct dirent *entry; (entry = readdir(threads));) {
        pid_t thread = atoi(entry->d_name);
        if (thread > 0 && thread != watcher)
            raw_syscall(SYS_tgkill, process, thread, switch_signal, 0);
    }
    closedir(threads);
}

static bool is_power_of_two(unsigned number)
{
    return number && !(number & (number - 1));
}

static void *watch_switch(void *unused)
{
    (void)unused;
    for (unsigned round = LAST_ROUND + 1;; round++) {
        bool wanted = read_switch(trapping_wanted);
        if (wanted != trapping_wanted) {
            trapping_wanted = wanted;
            round = 1;
        }
        if (trapping_wanted && round <= LAST_ROUND && is_power_of_two(round))
            interrupt_all_threads();
        nanosleep(&tick, NULL);
    }
    return NULL;
}

static void start_watcher(void)
{
    uint64_t all_but_internal = ~GLIBC_INTERNAL_SIGNALS, before;
    pthread_t watcher;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 256 * 1024);

    change_kernel_mask(SIG_SETMASK, &all_but_internal, &before);
    pthread_create(&watcher, &attributes, watch_switch, NULL);
    change_kernel_mask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
}

void start_switch(const char *path)
{
    switch_path = realpath(path, NULL);
    if (!switch_path)
        return;
    switch_signal = SIGRTMAX - SWITCH_SIGNAL_BELOW_MAX;
    switch_signal_bit = SIGNAL_BIT(switch_signal);
    trapping_wanted = read_switch(true);

    struct kernel_sigaction action = {
        .handler_with_info = on_switch_signal,
        .flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK | KERNEL_SA_RESTORER,
        .restorer = return_from_signal,
        .mask = ~UINT64_C(0),
    };
    set_kernel_action(switch_signal, &action, NULL);
    reserve_signal(switch_signal);
    start_watcher();
}
