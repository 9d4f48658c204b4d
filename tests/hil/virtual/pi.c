// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* What a Raspberry Pi 4 has and a PC has not, but for its pins: who it is, the memory of its GPIO
 * registers, and SPI 0 with a strip on it.
 *
 * /proc/device-tree, and /proc/cpuinfo before what the PC says, tell that this is a Pi. /dev/gpiomem is
 * memory that does nothing.
 * What is clocked out by /dev/spidev0.0 takes its time, and is read from /dev/strip, a transfer a read:
 * 8 bytes with its beginning in nanoseconds of CLOCK_MONOTONIC, 4 with its clock in hertz, and the data.
 */
#include <linux/cdev.h>
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/poll.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/spi/spi.h>

#define KEPT 256 /* transfers; of more that nobody reads, the oldest go */
#define LONGEST 8192

/* Who it is */

struct text {
    const char *name;
    const char *bytes;
    size_t length;
};

#define TEXT(name, bytes) {name, bytes, sizeof bytes - 1}
static const struct text model = TEXT("model", "Raspberry Pi 4 Model B Rev 1.2\0");
static const struct text compatible = TEXT("compatible", "raspberrypi,4-model-b\0brcm,bcm2711\0");
static const struct text revision = TEXT("linux,revision", "\0\xc0\x31\x12");

static int show(struct seq_file *file, void *unused) {
    const struct text *text = file->private;
    seq_write(file, text->bytes, text->length);
    return 0;
}

static bool tell(struct proc_dir_entry *folder, const struct text *text) {
    return proc_create_single_data(text->name, 0444, folder, show, (void *)text);
}

static int before_first_processor(struct kprobe *probe, struct pt_regs *registers) {
    struct seq_file *cpuinfo = (void *)registers->di;
    if (!cpuinfo->index) seq_puts(cpuinfo, "Revision\t: c03112\n\n");
    return 0;
}

/* The kernel lets nobody replace /proc/cpuinfo. */
static struct kprobe probe = {.symbol_name = "show_cpuinfo", .pre_handler = before_first_processor};

static bool tell_who(void) {
    struct proc_dir_entry *tree = proc_mkdir("device-tree", NULL);
    struct proc_dir_entry *system = proc_mkdir("system", tree);
    return tell(tree, &model) && tell(tree, &compatible) && tell(system, &revision) &&
           !register_kprobe(&probe);
}

/* The memory of its GPIO registers */

static unsigned long registers;
static dev_t memory_number;
static struct cdev memory;
static struct class *memory_class;

static int map_memory(struct file *file, struct vm_area_struct *area) {
    area->vm_pgoff = 0;
    return vm_insert_page(area, area->vm_start, virt_to_page(registers));
}

static const struct file_operations memory_calls = {.owner = THIS_MODULE, .mmap = map_memory};

static bool make_memory(void) {
    registers = get_zeroed_page(GFP_KERNEL);
    memory_class = class_create(THIS_MODULE, "bcm2835-gpiomem");
    if (!registers || alloc_chrdev_region(&memory_number, 0, 1, "bcm2835-gpiomem")) return false;
    cdev_init(&memory, &memory_calls);
    return !cdev_add(&memory, memory_number, 1) &&
           !IS_ERR(device_create(memory_class, NULL, memory_number, NULL, "gpiomem"));
}

/* SPI 0, and the strip's wire */

struct transfer {
    u32 length; /* of all that follows */
    u8 bytes[12 + LONGEST];
};

static struct transfer *transfers;
static unsigned int first, count;
static DEFINE_SPINLOCK(lock);
static DECLARE_WAIT_QUEUE_HEAD(more);

static void keep(u64 at, u32 clock, const void *data, u32 length) {
    struct transfer *kept;
    spin_lock(&lock);
    if (count == KEPT) {
        first = (first + 1) % KEPT;
        count--;
    }
    kept = &transfers[(first + count++) % KEPT];
    memcpy(kept->bytes, &at, 8);
    memcpy(kept->bytes + 8, &clock, 4);
    memcpy(kept->bytes + 12, data, length);
    kept->length = 12 + length;
    spin_unlock(&lock);
    wake_up_interruptible(&more);
}

static int clock_out(struct spi_controller *controller, struct spi_device *device,
                     struct spi_transfer *transfer) {
    u64 at = ktime_get_ns();
    u32 length = min_t(u32, transfer->len, LONGEST);
    fsleep(div_u64(8000000ull * length, transfer->speed_hz));
    if (transfer->tx_buf) keep(at, transfer->speed_hz, transfer->tx_buf, length);
    if (transfer->rx_buf) memset(transfer->rx_buf, 0, transfer->len);
    return 0;
}

static ssize_t read_strip(struct file *file, char __user *there, size_t room, loff_t *at) {
    static struct transfer oldest; /* one reader */
    if (wait_event_interruptible(more, count || file->f_flags & O_NONBLOCK)) return -ERESTARTSYS;
    spin_lock(&lock);
    if (count) {
        oldest = transfers[first];
        first = (first + 1) % KEPT;
        count--;
    } else {
        oldest.length = 0;
    }
    spin_unlock(&lock);
    if (!oldest.length) return -EAGAIN;
    if (room < oldest.length) return -EINVAL;
    return copy_to_user(there, oldest.bytes, oldest.length) ? -EFAULT : oldest.length;
}

static __poll_t poll_strip(struct file *file, poll_table *table) {
    poll_wait(file, &more, table);
    return count ? EPOLLIN | EPOLLRDNORM : 0;
}

static const struct file_operations strip_calls = {
    .owner = THIS_MODULE, .read = read_strip, .poll = poll_strip, .llseek = noop_llseek};
static struct miscdevice strip = {
    .minor = MISC_DYNAMIC_MINOR, .name = "strip", .fops = &strip_calls, .mode = 0600};

static struct platform_device *parent;

static bool make_spi(void) {
    struct spi_board_info user = {.modalias = "dh2228fv", .max_speed_hz = 125000000};
    struct spi_controller *controller;
    transfers = kvcalloc(KEPT, sizeof *transfers, GFP_KERNEL);
    parent = platform_device_register_simple("minigam-spi", PLATFORM_DEVID_NONE, NULL, 0);
    if (!transfers || IS_ERR(parent) || misc_register(&strip)) return false;
    controller = spi_alloc_master(&parent->dev, 0);
    if (!controller) return false;
    controller->bus_num = 0;
    controller->num_chipselect = 1;
    controller->mode_bits = SPI_MODE_X_MASK;
    controller->transfer_one = clock_out;
    return !spi_register_controller(controller) && spi_new_device(controller, &user);
}

/* It is there as long as the machine is: nothing is taken away again. */
static int __init start(void) { return tell_who() && make_memory() && make_spi() ? 0 : -ENODEV; }

module_init(start);
MODULE_LICENSE("Dual MIT/GPL");
