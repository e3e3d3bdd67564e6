#include "trapped_clock.h"

#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "interpose.h"
#include "kernel.h"

// PR_SET_TSC outlives execve, and the new program's dynamic loader reads the counter before any handler is there.
// glibc's variants call each other inside the library, so each one has to be caught.
#define UNTRAPPED(call)                              \
    ({                                               \
        bool was_trapping = pause_trapping();         \
        __typeof__(call) untrapped_result = (call);  \
        resume_trapping(was_trapping);               \
        untrapped_result;                            \
    })

EXPORT int execve(const char *path, char *const arguments[], char *const environment[])
{
    return UNTRAPPED(with_errno(raw_syscall(SYS_execve, (long)path, (long)arguments, (long)environment, 0)));
}

EXPORT int execv(const char *path, char *const arguments[])
{
    return execve(path, arguments, environ);
}

EXPORT int execvpe(const char *file, char *const arguments[], char *const environment[])
{
    return UNTRAPPED(NEXT(execvpe)(file, arguments, environment));
}

EXPORT int execvp(const char *file, char *const arguments[])
{
    return execvpe(file, arguments, environ);
}

EXPORT int fexecve(int file, char *const arguments[], char *const environment[])
{
    return UNTRAPPED(NEXT(fexecve)(file, arguments, environment));
}

EXPORT int execveat(int directory, const char *path, char *const arguments[], char *const environment[], int flags)
{
    return UNTRAPPED(NEXT(execveat)(directory, path, arguments, environment, flags));
}

static size_t count_arguments(va_list list)
{
    size_t count = 1;
    while (va_arg(list, char *))
        count++;
    return count;
}

static void collect_arguments(char **arguments, const char *first, size_t count, va_list list)
{
    arguments[0] = (char *)first;
    for (size_t i = 1; i <= count; i++)
        arguments[i] = va_arg(list, char *);
}

// An array in the caller's frame: after vfork there is no safe heap.
#define ARGUMENTS_AFTER(first)                           \
    va_list list;                                        \
    va_start(list, first);                               \
    size_t count = count_arguments(list);                \
    va_end(list);                                        \
    char *arguments[count + 1];                          \
    va_start(list, first);                               \
    collect_arguments(arguments, first, count, list)

EXPORT int execl(const char *path, const char *first, ...)
{
    ARGUMENTS_AFTER(first);
    va_end(list);
    return execv(path, arguments);
}

EXPORT int execlp(const char *file, const char *first, ...)
{
    ARGUMENTS_AFTER(first);
    va_end(list);
    return execvp(file, arguments);
}

EXPORT int execle(const char *path, const char *first, ...)
{
    ARGUMENTS_AFTER(first);
    char *const *environment = va_arg(list, char *const *);
    va_end(list);
    return execve(path, arguments, environment);
}

EXPORT int posix_spawn(pid_t *restrict child, const char *restrict path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *restrict attributes, char *const arguments[restrict],
                       char *const environment[restrict])
{
    return UNTRAPPED(NEXT(posix_spawn)(child, path, actions, attributes, arguments, environment));
}

EXPORT int posix_spawnp(pid_t *restrict child, const char *restrict file, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *restrict attributes, char *const arguments[restrict],
                        char *const environment[restrict])
{
    return UNTRAPPED(NEXT(posix_spawnp)(child, file, actions, attributes, arguments, environment));
}

EXPORT int system(const char *command)
{
    return UNTRAPPED(NEXT(system)(command));
}

EXPORT FILE *popen(const char *command, const char *mode)
{
    return UNTRAPPED(NEXT(popen)(command, mode));
}
