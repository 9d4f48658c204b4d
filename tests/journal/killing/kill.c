/* Kills a program, and all of its process group, at the Nth call that changes a file in a folder.
 *
 * Preloaded. MINIGAM_KILL_FOLDER is the folder, MINIGAM_KILL_STATE a file of sizeof(struct state)
 * bytes, which all programs of the group share: calls are counted over all of them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define MOST 20000
#define NAME 16

struct state {
    long count;             /* calls so far */
    long at;                /* the one that is not made any more; 0: none */
    char names[MOST][NAME]; /* of the calls */
};

static struct state *state;
static const char *folder;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("MINIGAM_KILL_STATE");
    int (*real_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
    int (*real_close)(int) = dlsym(RTLD_NEXT, "close");
    folder = getenv("MINIGAM_KILL_FOLDER");
    if (!path || !folder)
        return;
    int file = real_open(path, O_RDWR);
    if (file < 0)
        return;
    void *found = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (found != MAP_FAILED)
        state = found;
    real_close(file);
}

static int inside(const char *path)
{
    size_t length = strlen(folder);
    return !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

static int fd_inside(int fd)
{
    char link[40], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return inside(path);
}

static int path_inside(int place, const char *path)
{
    char here[PATH_MAX], whole[2 * PATH_MAX];
    if (path[0] == '/')
        return inside(path);
    if (place != AT_FDCWD)
        return fd_inside(place);
    if (!getcwd(here, sizeof here))
        return 0;
    snprintf(whole, sizeof whole, "%s/%s", here, path);
    return inside(whole);
}

static void changes(const char *name)
{
    long number = __atomic_add_fetch(&state->count, 1, __ATOMIC_SEQ_CST);
    if (number <= MOST)
        strncpy(state->names[number - 1], name, NAME - 1);
    if (number == state->at) {
        kill(0, SIGKILL);
        pause();
    }
}

#define AT_FD(result, name, params, args)                    \
    result name params                                       \
    {                                                        \
        static result(*real) params;                         \
        if (!real)                                           \
            real = dlsym(RTLD_NEXT, #name);                  \
        if (state && fd_inside(fd))                          \
            changes(#name);                                  \
        return real args;                                    \
    }
#define AT_PATH(name, params, args, place, path)             \
    int name params                                          \
    {                                                        \
        static int(*real) params;                            \
        if (!real)                                           \
            real = dlsym(RTLD_NEXT, #name);                  \
        if (state && path_inside(place, path))               \
            changes(#name);                                  \
        return real args;                                    \
    }
#define OPEN(name, place, params, ...)                       \
    int name params                                          \
    {                                                        \
        static int (*real) params;                           \
        va_list more;                                        \
        va_start(more, flags);                               \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more);                                        \
        if (!real)                                           \
            real = dlsym(RTLD_NEXT, #name);                  \
        if (state && flags & (O_CREAT | O_TRUNC | O_WRONLY | O_RDWR) && path_inside(place, path)) \
            changes(#name);                                  \
        return real(__VA_ARGS__, mode);                      \
    }

OPEN(open, AT_FDCWD, (const char *path, int flags, ...), path, flags)
OPEN(open64, AT_FDCWD, (const char *path, int flags, ...), path, flags)
OPEN(openat, place, (int place, const char *path, int flags, ...), place, path, flags)
OPEN(openat64, place, (int place, const char *path, int flags, ...), place, path, flags)

AT_FD(ssize_t, write, (int fd, const void *from, size_t size), (fd, from, size))
AT_FD(ssize_t, pwrite, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at))
AT_FD(ssize_t, pwrite64, (int fd, const void *from, size_t size, off64_t at), (fd, from, size, at))
AT_FD(ssize_t, sendfile, (int fd, int from, off_t *at, size_t size), (fd, from, at, size))
AT_FD(ssize_t, sendfile64, (int fd, int from, off64_t *at, size_t size), (fd, from, at, size))
AT_FD(int, ftruncate, (int fd, off_t size), (fd, size))
AT_FD(int, ftruncate64, (int fd, off64_t size), (fd, size))
AT_FD(int, fallocate, (int fd, int mode, off_t at, off_t size), (fd, mode, at, size))
AT_FD(int, fallocate64, (int fd, int mode, off64_t at, off64_t size), (fd, mode, at, size))
AT_FD(int, posix_fallocate, (int fd, off_t at, off_t size), (fd, at, size))
AT_FD(int, posix_fallocate64, (int fd, off64_t at, off64_t size), (fd, at, size))
AT_FD(int, fsync, (int fd), (fd))
AT_FD(int, fdatasync, (int fd), (fd))
AT_FD(int, fchmod, (int fd, mode_t mode), (fd, mode))
AT_FD(int, fchown, (int fd, uid_t user, gid_t group), (fd, user, group))

ssize_t copy_file_range(int from, off64_t *start, int fd, off64_t *at, size_t size, unsigned flags)
{
    static ssize_t (*real)(int, off64_t *, int, off64_t *, size_t, unsigned);
    if (!real)
        real = dlsym(RTLD_NEXT, "copy_file_range");
    if (state && fd_inside(fd))
        changes("copy_file_range");
    return real(from, start, fd, at, size, flags);
}

AT_PATH(truncate, (const char *path, off_t size), (path, size), AT_FDCWD, path)
AT_PATH(truncate64, (const char *path, off64_t size), (path, size), AT_FDCWD, path)
AT_PATH(unlink, (const char *path), (path), AT_FDCWD, path)
AT_PATH(unlinkat, (int place, const char *path, int flags), (place, path, flags), place, path)
AT_PATH(rmdir, (const char *path), (path), AT_FDCWD, path)
AT_PATH(mkdir, (const char *path, mode_t mode), (path, mode), AT_FDCWD, path)
AT_PATH(mkdirat, (int place, const char *path, mode_t mode), (place, path, mode), place, path)
AT_PATH(chmod, (const char *path, mode_t mode), (path, mode), AT_FDCWD, path)
AT_PATH(fchmodat, (int place, const char *path, mode_t mode, int flags),
        (place, path, mode, flags), place, path)
AT_PATH(chown, (const char *path, uid_t user, gid_t group), (path, user, group), AT_FDCWD, path)
AT_PATH(lchown, (const char *path, uid_t user, gid_t group), (path, user, group), AT_FDCWD, path)
AT_PATH(fchownat, (int place, const char *path, uid_t user, gid_t group, int flags),
        (place, path, user, group, flags), place, path)
AT_PATH(symlink, (const char *to, const char *path), (to, path), AT_FDCWD, path)
AT_PATH(symlinkat, (const char *to, int place, const char *path), (to, place, path), place, path)
AT_PATH(link, (const char *old, const char *path), (old, path), AT_FDCWD, path)
AT_PATH(linkat, (int from, const char *old, int place, const char *path, int flags),
        (from, old, place, path, flags), place, path)
AT_PATH(rename, (const char *old, const char *path), (old, path), AT_FDCWD, path)
AT_PATH(renameat, (int from, const char *old, int place, const char *path),
        (from, old, place, path), place, path)
AT_PATH(renameat2, (int from, const char *old, int place, const char *path, unsigned flags),
        (from, old, place, path, flags), place, path)
