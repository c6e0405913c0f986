// Functions of the C library of Linux that Swift's own module of it does not declare.
#ifndef CHECKLISTS_SYSTEM_H
#define CHECKLISTS_SYSTEM_H

#ifdef __linux__
#include <stdint.h>
#include <sys/types.h>
#include <sys/xattr.h>

// copy_file_range(2).
ssize_t copy_file_range(int from, int64_t *from_offset, int to, int64_t *to_offset, size_t count,
                        unsigned int flags);

// pipe(2).
int pipe2(int ends[2], int flags);
#endif

#endif
