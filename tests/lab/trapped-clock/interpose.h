#pragma once

#include <dlfcn.h>

#define EXPORT __attribute__((visibility("default")))

#define NEXT(function)                                      \
    ({                                                      \
        static __typeof__(&function) next_##function;       \
        if (!next_##function)                               \
            next_##function = dlsym(RTLD_NEXT, #function);  \
        next_##function;                                    \
    })
