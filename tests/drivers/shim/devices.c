/* A Pi's devices for programs that are started with this library in LD_PRELOAD.
 *
 * What is REDIRECTED below is looked for under $MINIGAM_SHIM_ROOT instead of `/`, so that a test says
 * which Pi it is and what that has. A device is there if a file of its name is, and whoever may read
 * that file may open it; root too is refused where nobody may. Of the kernel behind the devices there is
 *   GPIO: the requests of version 2 in <linux/gpio.h> that lgpio makes, one line a request, without
 *         debounce; the hand of a test calls the functions `line_...` at the end;
 *   SPI:  what <linux/spi/spidev.h> sends is written into the device's file.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/gpio.h>
#include <linux/spi/spidev.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LINES 54
#define CLOSED -1
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

struct line {
    int level;
    int fd;      /* the request that holds it, or CLOSED */
    int tap[2];  /* a pipe: edges go in at [1], each request has a copy of [0] */
    __u64 flags;
    __u32 edges; /* how many so far */
};

static const char *const REDIRECTED[] = {
    "/dev/gpiochip", "/dev/gpiomem", "/dev/spidev", "/proc/cpuinfo", "/proc/device-tree/",
};

static struct line lines[LINES];
static int chip = CLOSED; /* of each device, where it was opened last */
static int spi = CLOSED;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void make_lines(void) {
    for (int i = 0; i < LINES; i++) {
        lines[i].fd = CLOSED;
        if (pipe2(lines[i].tap, O_CLOEXEC | O_NONBLOCK)) abort();
    }
}

static struct line *line_at(__u32 offset) {
    return offset < LINES ? &lines[offset] : NULL;
}

static struct line *line_of(int fd) {
    for (int i = 0; i < LINES; i++)
        if (fd != CLOSED && lines[i].fd == fd) return &lines[i];
    return NULL;
}

static int fail(int error) {
    errno = error;
    return -1;
}

/* The requests */

static int chip_info(struct gpiochip_info *info) {
    *info = (struct gpiochip_info){.name = "gpiochip0", .label = "pinctrl-bcm2711", .lines = LINES};
    return 0;
}

static int line_info(struct gpio_v2_line_info *info) {
    struct line *line = line_at(info->offset);
    if (!line) return fail(EINVAL);
    __u64 flags = line->fd == CLOSED ? GPIO_V2_LINE_FLAG_INPUT : line->flags | GPIO_V2_LINE_FLAG_USED;
    *info = (struct gpio_v2_line_info){.offset = info->offset, .flags = flags};
    return 0;
}

static void configure(struct line *line, const struct gpio_v2_line_config *config) {
    line->flags = config->flags;
    if (config->flags & GPIO_V2_LINE_FLAG_BIAS_PULL_UP) line->level = 1;
    if (config->flags & GPIO_V2_LINE_FLAG_BIAS_PULL_DOWN) line->level = 0;
}

static void forget_edges(struct line *line) {
    struct gpio_v2_line_event old;
    while (read(line->tap[0], &old, sizeof old) > 0) continue;
}

static int request_line(struct gpio_v2_line_request *request) {
    struct line *line = line_at(request->offsets[0]);
    if (request->num_lines != 1 || !line) return fail(EINVAL);
    if (line->fd != CLOSED) return fail(EBUSY);
    forget_edges(line);
    line->fd = fcntl(line->tap[0], F_DUPFD_CLOEXEC, 0);
    if (line->fd < 0) return -1;
    configure(line, &request->config);
    request->fd = line->fd;
    return 0;
}

static int on_chip(unsigned long request, void *body) {
    switch (request) {
        case GPIO_GET_CHIPINFO_IOCTL: return chip_info(body);
        case GPIO_V2_GET_LINEINFO_IOCTL: return line_info(body);
        case GPIO_V2_GET_LINE_IOCTL: return request_line(body);
    }
    return fail(ENOTTY);
}

static int on_line(struct line *line, unsigned long request, void *body) {
    struct gpio_v2_line_values *values = body;
    switch (request) {
        case GPIO_V2_LINE_GET_VALUES_IOCTL: values->bits = line->level; return 0;
        case GPIO_V2_LINE_SET_CONFIG_IOCTL: configure(line, body); return 0;
    }
    return fail(ENOTTY);
}

static int on_spi(unsigned long request, void *body) {
    struct spi_ioc_transfer *transfer = body;
    if (_IOC_TYPE(request) != SPI_IOC_MAGIC) return fail(ENOTTY);
    if (request != SPI_IOC_MESSAGE(1)) return 0;
    return write(spi, (void *)(uintptr_t)transfer->tx_buf, transfer->len);
}

/* What a program calls */

static int begins(const char *path, const char *with) {
    return !strncmp(path, with, strlen(with));
}

/* The path to open instead, in `room`; or the path itself. */
static const char *redirected(const char *path, char room[PATH_MAX]) {
    const char *root = getenv("MINIGAM_SHIM_ROOT");
    for (size_t i = 0; root && i < sizeof REDIRECTED / sizeof *REDIRECTED; i++)
        if (begins(path, REDIRECTED[i])) {
            snprintf(room, PATH_MAX, "%s%s", root, path);
            return room;
        }
    return path;
}

static int open_redirected(const char *path, int flags, int mode) {
    char room[PATH_MAX];
    const char *file = redirected(path, room);
    struct stat is;
    if (file == room && !stat(file, &is) && !(is.st_mode & 0444)) return fail(EACCES);
    int fd = REAL(open)(file, flags, mode);
    if (begins(path, "/dev/gpiochip")) chip = fd;
    if (begins(path, "/dev/spidev")) spi = fd;
    return fd;
}

#define OPEN(name)                                 \
    int name(const char *path, int flags, ...) {   \
        va_list rest;                              \
        va_start(rest, flags);                     \
        int mode = va_arg(rest, int);              \
        va_end(rest);                              \
        return open_redirected(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

FILE *fopen(const char *path, const char *mode) {
    char room[PATH_MAX];
    return REAL(fopen)(redirected(path, room), mode);
}

int close(int fd) {
    pthread_mutex_lock(&lock);
    struct line *line = line_of(fd);
    if (line) line->fd = CLOSED;
    if (fd == chip) chip = CLOSED;
    if (fd == spi) spi = CLOSED;
    pthread_mutex_unlock(&lock);
    return REAL(close)(fd);
}

int ioctl(int fd, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *body = va_arg(rest, void *);
    va_end(rest);
    if (fd == CLOSED) return fail(EBADF);
    pthread_mutex_lock(&lock);
    struct line *line = line_of(fd);
    int ours = line || fd == chip || fd == spi, done = 0;
    if (line) done = on_line(line, request, body);
    else if (fd == chip) done = on_chip(request, body);
    else if (fd == spi) done = on_spi(request, body);
    pthread_mutex_unlock(&lock);
    return ours ? done : REAL(ioctl)(fd, request, body);
}

/* What a test's hand calls */

static struct gpio_v2_line_event edge(struct line *line, int level) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    line->edges++;
    return (struct gpio_v2_line_event){
        .timestamp_ns = now.tv_sec * 1000000000ull + now.tv_nsec,
        .id = level ? GPIO_V2_LINE_EVENT_RISING_EDGE : GPIO_V2_LINE_EVENT_FALLING_EDGE,
        .offset = line - lines,
        .seqno = line->edges,
        .line_seqno = line->edges,
    };
}

/* Change a line and tell no one: an edge that is lost. */
void line_set(int offset, int level) {
    pthread_mutex_lock(&lock);
    lines[offset].level = level;
    pthread_mutex_unlock(&lock);
}

/* Change a line; 1 if its holder is told of an edge, else 0. */
int line_drive(int offset, int level) {
    pthread_mutex_lock(&lock);
    struct line *line = &lines[offset];
    __u64 wanted = level ? GPIO_V2_LINE_FLAG_EDGE_RISING : GPIO_V2_LINE_FLAG_EDGE_FALLING;
    int told = line->level != level && line->fd != CLOSED && line->flags & wanted;
    line->level = level;
    if (told) {
        struct gpio_v2_line_event event = edge(line, level);
        told = write(line->tap[1], &event, sizeof event) == sizeof event;
    }
    pthread_mutex_unlock(&lock);
    return told;
}
