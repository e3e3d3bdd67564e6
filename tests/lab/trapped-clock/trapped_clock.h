#pragma once

#ifndef __x86_64__
#error "trapping RDTSC is for x86-64"
#endif

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

// trap.c
extern volatile bool trapping_wanted;
long follow_trapping_wanted(void);
bool pause_trapping(void);
void resume_trapping(bool was_trapping);
void install_trap_handler(const struct sigaction *program_action);

// program_action.c
void own_this_process(void);
void adopt_inherited_action(void);
int set_program_action(const struct sigaction *action, struct sigaction *old);
void pass_to_program(int signal, siginfo_t *info, void *context);

// signals.c
extern uint64_t never_blocked;
void reserve_signal(int signal);

// switch.c
extern uint64_t switch_signal_bit;
void hold_switch_signal(void);
void let_switch_signal_through(void);
void start_switch(const char *path);
