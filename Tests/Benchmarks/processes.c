// What Tests/Benchmarks/commands compiles: the floors of a command, and the loop that times processes.
//
//   processes start              prints a line: the least that a process costs
//   processes replace FILE       replaces a file by its own bytes, as safely as the program replaces a document
//   processes measure ROUNDS COMMAND... [; COMMAND...]...
//                                runs commands in turns, and prints a line for each run:
//                                the command's place from 0, nanoseconds, peak memory in KiB
//
// A run is timed from before the process is made until it has ended and its whole output has been read from a
// pipe. The loop is here because a child's peak memory is never less than that of the process that made it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void fail(const char *what) {
  fprintf(stderr, "processes: %s: %s\n", what, strerror(errno));
  exit(74);
}

static void require(int holds, const char *what) {
  if (!holds) fail(what);
}

static int replace(const char *path) {
  char *copy = strdup(path), *new_path = NULL;
  require(copy != NULL, "memory");
  const char *directory = dirname(copy);
  require(asprintf(&new_path, "%s/.new", directory) > 0, "memory");

  int lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  require(lock >= 0 && flock(lock, LOCK_EX) == 0, directory);

  struct stat status;
  int old = open(path, O_RDONLY | O_CLOEXEC);
  require(old >= 0 && fstat(old, &status) == 0, path);
  size_t size = (size_t)status.st_size;
  char *bytes = malloc(size + 1);
  require(bytes != NULL, "memory");
  for (size_t done = 0; done < size;) {
    ssize_t count = read(old, bytes + done, size - done);
    require(count > 0, path);
    done += (size_t)count;
  }
  close(old);

  int new = open(new_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  require(new >= 0, new_path);
  for (size_t done = 0; done < size;) {
    ssize_t count = write(new, bytes + done, size - done);
    require(count > 0, new_path);
    done += (size_t)count;
  }
  require(fsync(new) == 0 && close(new) == 0, new_path);
  require(rename(new_path, path) == 0, path);
  require(fsync(lock) == 0, directory);
  return 0;
}

// Runs a command and reads all that it prints; prints what it took, unless it is only to warm up.
static void run(int place, char **command, int is_warm_up) {
  int ends[2];
  require(pipe2(ends, O_CLOEXEC) == 0, "pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);

  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  pid_t child;
  errno = posix_spawnp(&child, command[0], &actions, NULL, command, environ);
  require(errno == 0, command[0]);
  close(ends[1]);
  static char output[1 << 16];
  while (read(ends[0], output, sizeof output) > 0) {
  }
  int status;
  struct rusage usage;
  require(wait4(child, &status, 0, &usage) == child, command[0]);
  clock_gettime(CLOCK_MONOTONIC, &after);

  close(ends[0]);
  posix_spawn_file_actions_destroy(&actions);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "processes: %s %s: wait status %d\n", command[0], command[1] ? command[1] : "",
            status);
    exit(1);
  }
  if (is_warm_up) return;
  long long time = (after.tv_sec - before.tv_sec) * 1000000000LL + after.tv_nsec - before.tv_nsec;
  printf("%d %lld %ld\n", place, time, usage.ru_maxrss);
}

static int measure(int rounds, char **words) {
  for (int round = -1; round < rounds; round++) {
    char **command = words;
    for (int place = 0; *command; place++) {
      char **end = command;
      while (*end && strcmp(*end, ";") != 0) end++;
      char *separator = *end;
      *end = NULL;
      run(place, command, round < 0);
      *end = separator;
      command = separator ? end + 1 : end;
    }
  }
  return 0;
}

int main(int count, char **words) {
  if (count == 2 && strcmp(words[1], "start") == 0) return puts("checklists") < 0;
  if (count == 3 && strcmp(words[1], "replace") == 0) return replace(words[2]);
  if (count > 3 && strcmp(words[1], "measure") == 0) return measure(atoi(words[2]), words + 3);
  fputs("usage: processes start | replace FILE | measure ROUNDS COMMAND... [; COMMAND...]...\n", stderr);
  return 64;
}
