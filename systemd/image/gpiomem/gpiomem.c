// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* /dev/gpiomem: the registers of a Pi's pins, and of nothing else, for programs that are not root. The kernel of
 * Raspberry Pi OS has it, Debian's does not; rpi_ws281x selects the strip's pin with it. */
#include <linux/cdev.h>
#include <linux/device.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/of_address.h>

#define NAME "bcm2835-gpiomem" /* in udev's rules, and in a unit's DeviceAllow */

static const struct of_device_id pins[] = {
    {.compatible = "brcm,bcm2835-gpio"}, {.compatible = "brcm,bcm2711-gpio"}, {}};

static phys_addr_t registers;
static dev_t number;
static struct cdev memory;
static struct class *class;

static int map(struct file *file, struct vm_area_struct *area) {
    area->vm_pgoff = 0; /* rpi_ws281x asks for the registers' address, others for 0: both mean the first page */
    area->vm_page_prot = pgprot_noncached(area->vm_page_prot);
    return vm_iomap_memory(area, registers, PAGE_SIZE);
}

static const struct file_operations calls = {.owner = THIS_MODULE, .mmap = map};

static int find_registers(void) {
    struct device_node *node = of_find_matching_node(NULL, pins);
    struct resource found;
    int error = node ? of_address_to_resource(node, 0, &found) : -ENODEV;
    of_node_put(node);
    if (!error) registers = found.start;
    return error;
}

static int make_device(void) {
    struct device *device;
    int error = alloc_chrdev_region(&number, 0, 1, NAME);
    if (error) return error;
    cdev_init(&memory, &calls);
    memory.owner = THIS_MODULE;
    error = cdev_add(&memory, number, 1);
    if (error) goto no_memory;
    class = class_create(NAME);
    error = PTR_ERR_OR_ZERO(class);
    if (error) goto no_class;
    device = device_create(class, NULL, number, NULL, "gpiomem");
    error = PTR_ERR_OR_ZERO(device);
    if (!error) return 0;
    class_destroy(class);
no_class:
    cdev_del(&memory);
no_memory:
    unregister_chrdev_region(number, 1);
    return error;
}

static int __init start(void) {
    int error = find_registers();
    return error ? error : make_device();
}

static void __exit end(void) {
    device_destroy(class, number);
    class_destroy(class);
    cdev_del(&memory);
    unregister_chrdev_region(number, 1);
}

module_init(start);
module_exit(end);
MODULE_DESCRIPTION("The registers of a Raspberry Pi's pins");
MODULE_LICENSE("Dual MIT/GPL");
