/* The clock of the system as it is while somebody sets it: it jumps by two days, to and fro, every few looks. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
  static unsigned looks;
  int failed = syscall(SYS_clock_gettime, clock, now);
  if (clock == CLOCK_REALTIME && !failed)
    now->tv_sec += looks++ / 5 % 2 ? 86400 : -86400;
  return failed;
}
