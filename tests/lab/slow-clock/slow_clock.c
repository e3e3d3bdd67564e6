// Gives the clocks of a process a cost: see README.md. Preloaded; no code of the program under test knows of it.

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

enum phase { ALWAYS, HALF, RANDOM, FROM, ON_PROCESSOR };

static struct {
    double precise, counter, coarse, tsc; // ns
    enum phase when;
    double period; // ns
    unsigned processor;
    const char *clocksource, *root;
} model;

static double ticks_per_ns;
static uint64_t origin;
static unsigned precise_reads;

// The runtime reads the wall clock a few times at its start; so many reads are a measurement.
enum { READS_OF_A_MEASUREMENT = 200 };

static uint64_t ticks(unsigned *processor)
{
    uint32_t low, high, auxiliary;
    __asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(auxiliary));
    if (processor)
        *processor = auxiliary & 0xfff;
    return (uint64_t)high << 32 | low;
}

static int (*real_clock_gettime)(clockid_t, struct timespec *);

static double now(uint64_t *at)
{
    struct timespec time;
    real_clock_gettime(CLOCK_MONOTONIC_RAW, &time);
    *at = ticks(NULL);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static void calibrate(void)
{
    uint64_t first, last;
    double begun = now(&first), ended;
    do
        ended = now(&last);
    while (ended - begun < 2e6);
    ticks_per_ns = (last - first) / (ended - begun);
}

static uint64_t scrambled(uint64_t number)
{
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return number ^ number >> 31;
}

static bool is_slow(uint64_t at, unsigned processor)
{
    uint64_t period = (uint64_t)(model.period * ticks_per_ns);
    switch (model.when) {
    case HALF:
        return at / period & 1;
    case RANDOM:
        return scrambled(at / period) & 1;
    case FROM:
        return origin && at - origin >= period;
    case ON_PROCESSOR:
        return processor == model.processor;
    default:
        return true;
    }
}

static void take(double nanoseconds)
{
    if (nanoseconds <= 0)
        return;
    unsigned processor;
    uint64_t begun = ticks(&processor);
    if (!is_slow(begun, processor))
        return;
    uint64_t until = begun + (uint64_t)(nanoseconds * ticks_per_ns);
    while (ticks(NULL) < until)
        ;
}

EXPORT int clock_gettime(clockid_t clock, struct timespec *time)
{
    switch (clock) {
    case CLOCK_REALTIME:
        if (++precise_reads == READS_OF_A_MEASUREMENT)
            origin = ticks(NULL);
        take(model.precise);
        break;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
        take(model.counter);
        break;
    case CLOCK_REALTIME_COARSE:
        take(model.coarse);
        break;
    default:
        break;
    }
    return real_clock_gettime(clock, time);
}

// The program's own machine code for RDTSC and RDTSCP begins with a move of its argument to R8, in either calling convention.

static const uint8_t take_address_unix[] = { 0x49, 0x89, 0xf8 }, take_address_windows[] = { 0x49, 0x89, 0xc8 };
static const uint8_t rdtsc[] = { 0x0f, 0x31 }, rdtscp[] = { 0x0f, 0x01, 0xf9 };
enum { OFFSET_OF_RDTSCP = 64, JUMP_LENGTH = 12 };

static void read_slowly(long *reading)
{
    take(model.tsc);
    *reading = (long)ticks(NULL);
}

__attribute__((ms_abi)) static void read_slowly_for_windows(long *reading)
{
    read_slowly(reading);
}

static bool begins(const uint8_t *code, const uint8_t *move, const uint8_t *instruction, size_t length)
{
    return !memcmp(code, move, 3) && !memcmp(code + 3, instruction, length);
}

static void jump(uint8_t *code, const void *target)
{
    uint8_t jump[JUMP_LENGTH] = { 0x48, 0xb8, [10] = 0xff, [11] = 0xe0 }; // mov rax, target; jmp rax
    memcpy(jump + 2, &target, sizeof target);
    memcpy(code, jump, sizeof jump);
}

static void slow_down(void *address, size_t length)
{
    uint8_t code[OFFSET_OF_RDTSCP + JUMP_LENGTH];
    if (length < sizeof code || model.tsc <= 0)
        return;
    struct iovec here = { code, sizeof code }, there = { address, sizeof code };
    if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != (ssize_t)sizeof code)
        return;
    const uint8_t *moves[] = { take_address_unix, take_address_windows };
    const void *targets[] = { (const void *)read_slowly, (const void *)read_slowly_for_windows };
    for (int i = 0; i < 2; i++)
        if (begins(code, moves[i], rdtsc, sizeof rdtsc) && begins(code + OFFSET_OF_RDTSCP, moves[i], rdtscp, sizeof rdtscp)) {
            jump(address, targets[i]);
            jump((uint8_t *)address + OFFSET_OF_RDTSCP, targets[i]);
        }
}

static int (*real_mprotect)(void *, size_t, int);

EXPORT int mprotect(void *address, size_t length, int protection)
{
    if (protection & PROT_EXEC)
        slow_down(address, length);
    return real_mprotect(address, length, protection);
}

// What the system says of its clock.

static const char current_clocksource[] = "/sys/devices/system/clocksource/clocksource0/current_clocksource";

// Below the first two everything is the root's, absent there or not; of the others what the root has.
static const char *const replaced[] = { "/sys/devices/system/clocksource/", "/sys/class/dmi/", "/sys/hypervisor/", "/proc/cmdline",
                                        "/proc/sys/kernel/osrelease", "/etc/os-release" };
enum { WHOLLY_REPLACED = 2 };

static const char *below_root(const char *path)
{
    static __thread char whole[4096];
    snprintf(whole, sizeof whole, "%s%s", model.root, path);
    return whole;
}

static const char *told(const char *path)
{
    if (!path)
        return path;
    if (model.clocksource && !strcmp(path, current_clocksource))
        return model.clocksource;
    for (unsigned i = 0; model.root && i < sizeof replaced / sizeof *replaced; i++)
        if (!strncmp(path, replaced[i], strlen(replaced[i])) && (i < WHOLLY_REPLACED || !faccessat(AT_FDCWD, below_root(path), R_OK, 0)))
            return below_root(path);
    return path;
}

#define STAT(name, version)                                        \
    EXPORT int name(const char *path, void *status)                \
    {                                                              \
        static int (*next)(const char *, void *);                  \
        if (!next)                                                 \
            next = dlvsym(RTLD_NEXT, #name, version);              \
        return next(told(path), status);                           \
    }

STAT(stat, "GLIBC_2.33")
STAT(stat64, "GLIBC_2.33")
STAT(lstat, "GLIBC_2.33")
STAT(lstat64, "GLIBC_2.33")

#define OLD_STAT(name)                                             \
    EXPORT int name(int version, const char *path, void *status)   \
    {                                                              \
        static int (*next)(int, const char *, void *);             \
        if (!next)                                                 \
            next = dlvsym(RTLD_NEXT, #name, "GLIBC_2.2.5");        \
        return next(version, told(path), status);                  \
    }

OLD_STAT(__xstat)
OLD_STAT(__xstat64)
OLD_STAT(__lxstat)
OLD_STAT(__lxstat64)

// The kernel's messages are the root's file kmsg: 10 asks for the size of its buffer, 3 for what is in it (syslog(2)).
EXPORT int klogctl(int action, char *buffer, int length)
{
    static int (*next)(int, char *, int);
    if (!next)
        next = dlvsym(RTLD_NEXT, "klogctl", "GLIBC_2.2.5");
    if (!model.root)
        return next(action, buffer, length);
    FILE *messages = fopen(below_root("/kmsg"), "r");
    if (!messages)
        return -1;
    int size = 65536;
    if (action == 3)
        size = (int)fread(buffer, 1, (size_t)length, messages);
    fclose(messages);
    return size;
}

#define OPEN(name)                                                                  \
    EXPORT int name(const char *path, int flags, ...)                               \
    {                                                                               \
        static int (*next)(const char *, int, ...);                                 \
        va_list list;                                                               \
        va_start(list, flags);                                                      \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;      \
        va_end(list);                                                               \
        if (!next)                                                                  \
            next = dlvsym(RTLD_NEXT, #name, "GLIBC_2.2.5");                         \
        return next(told(path), flags, mode);                                       \
    }

OPEN(open)
OPEN(open64)

// A program that asks the C library itself for a function is given the same as one that is linked with it.
EXPORT void *dlsym(void *library, const char *name)
{
    static void *(*next)(void *, const char *);
    if (!next)
        next = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
    if (!next)
        next = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    if (library != RTLD_NEXT && !strcmp(name, "clock_gettime"))
        return (void *)clock_gettime;
    if (library != RTLD_NEXT && !strcmp(name, "mprotect"))
        return (void *)mprotect;
    if (library != RTLD_NEXT && !strcmp(name, "klogctl"))
        return (void *)klogctl;
    return next(library, name);
}

static double milliseconds(const char *text)
{
    return atof(text) * 1e6;
}

static void set(const char *name, const char *value)
{
    if (!strcmp(name, "precise"))
        model.precise = atof(value);
    else if (!strcmp(name, "counter"))
        model.counter = atof(value);
    else if (!strcmp(name, "coarse"))
        model.coarse = atof(value);
    else if (!strcmp(name, "tsc"))
        model.tsc = atof(value);
    else if (!strcmp(name, "half"))
        model.when = HALF, model.period = milliseconds(value);
    else if (!strcmp(name, "random"))
        model.when = RANDOM, model.period = milliseconds(value);
    else if (!strcmp(name, "from"))
        model.when = FROM, model.period = milliseconds(value);
    else if (!strcmp(name, "processor"))
        model.when = ON_PROCESSOR, model.processor = (unsigned)atoi(value);
    else if (!strcmp(name, "clocksource"))
        model.clocksource = strdup(value);
    else if (!strcmp(name, "root"))
        model.root = strdup(value);
    else
        fprintf(stderr, "libslowclock: SLOW_CLOCK has no '%s'\n", name), _exit(2);
}

__attribute__((constructor)) static void begin(void)
{
    real_clock_gettime = dlvsym(RTLD_NEXT, "clock_gettime", "GLIBC_2.17");
    real_mprotect = dlvsym(RTLD_NEXT, "mprotect", "GLIBC_2.2.5");
    const char *text = getenv("SLOW_CLOCK");
    char *copy = strdup(text ? text : ""), *rest = copy;
    for (char *word; (word = strsep(&rest, " "));) {
        char *value = strchr(word, '=');
        if (!value)
            continue;
        *value++ = 0;
        set(word, value);
    }
    free(copy);
    calibrate();
}
