// SPDX-License-Identifier: GPL-2.0
/*
 * packets: counts the guest's instructions from sending a frame to its arrival at
 * the other end, where an instruction is a tick
 *
 * packets BURSTS FRAMES SIZE NAMESPACE INTERFACE MAC SOURCE DESTINATION
 *	   NAMESPACE INTERFACE [NAMESPACE INTERFACE MAC NAMESPACE INTERFACE]
 *
 * The program sends UDP datagrams of SIZE bytes as Ethernet frames out of the first
 * interface to MAC, with these IPv4 addresses. It sends FRAMES at a time and waits
 * until as many have arrived at the second interface.
 *
 * With a second pair, one frame first goes there, where it becomes for example an
 * ESP packet. The frame that arrives is then sent from the start of the second pair.
 * So a peer's packet is measured without the peer's work.
 *
 * The guest is never idle: this program turns in a loop of known length while it
 * waits, and subtracts the loop's instructions. Interrupts add to the count, as
 * they would on an idle CPU.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <err.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netinet/ip.h>
#include <netinet/udp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/types.h"

#define FRAME_MAX	1600
#define BURST_MAX	64
#define RING_FRAMES	256
#define RING_FRAME	2048
/* about a second of the guest's time */
#define TURNS_MAX	250000000UL
#define TURN		4

struct wire_frame {
	unsigned char bytes[FRAME_MAX];
	unsigned int length;
};

/* the ring of frames that arrive at an interface */
struct ring {
	int fd;
	unsigned char *memory;
	unsigned int at;
};

static inline u64 ticks(void)
{
	unsigned int low, high;

	asm volatile("rdtsc" : "=a" (low), "=d" (high));
	return (u64)high << 32 | low;
}

/* Wait until *word has its lowest bit set. Return the number of turns of TURN instructions. */
static unsigned long turn(u32 *word)
{
	unsigned long left = TURNS_MAX;

	asm volatile("1: testl $1, (%1); jnz 2f; dec %0; jnz 1b; 2:"
		     : "+r" (left) : "r" (word) : "cc", "memory");
	if (!left)
		errx(1, "a frame did not arrive");
	return TURNS_MAX - left;
}

static void enter(const char *name)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), strcmp(name, "init") ? "/run/netns/%s" :
		 "/proc/1/ns/net", name);
	fd = open(path, O_RDONLY);
	if (fd < 0 || setns(fd, CLONE_NEWNET))
		err(1, "%s", path);
	close(fd);
}

static int packet_socket(const char *namespace, const char *interface, int protocol)
{
	struct sockaddr_ll address = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(protocol),
	};
	int fd;

	enter(namespace);
	address.sll_ifindex = if_nametoindex(interface);
	fd = socket(AF_PACKET, SOCK_RAW, 0);
	if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof(address)))
		err(1, "%s", interface);
	return fd;
}

static void set(int fd, int level, int option, const void *value, socklen_t size)
{
	if (setsockopt(fd, level, option, value, size))
		err(1, "socket option %d", option);
}

static int open_sender(const char *namespace, const char *interface)
{
	int fd = packet_socket(namespace, interface, 0), yes = 1;

	set(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &yes, sizeof(yes));
	return fd;
}

/*
 * Take @length bytes of each frame that arrives. ETH_P_ALL is before the ingress
 * hook, which drops the frame.
 */
static void open_ring(struct ring *ring, const char *namespace,
		      const char *interface, unsigned int length)
{
	struct sock_filter take = BPF_STMT(BPF_RET | BPF_K, length);
	struct sock_fprog filter = { 1, &take };
	struct tpacket_req request = {
		.tp_block_size = RING_FRAMES * RING_FRAME,
		.tp_block_nr = 1,
		.tp_frame_size = RING_FRAME,
		.tp_frame_nr = RING_FRAMES,
	};
	int fd = packet_socket(namespace, interface, ETH_P_ALL), version = TPACKET_V2;

	ring->fd = fd;
	set(fd, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof(filter));
	set(fd, SOL_PACKET, PACKET_VERSION, &version, sizeof(version));
	set(fd, SOL_PACKET, PACKET_RX_RING, &request, sizeof(request));
	ring->memory = mmap(NULL, request.tp_block_size, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_POPULATE, fd, 0);
	if (ring->memory == MAP_FAILED)
		err(1, "ring of %s", interface);
	ring->at = 0;
}

static void close_ring(struct ring *ring)
{
	munmap(ring->memory, RING_FRAMES * RING_FRAME);
	close(ring->fd);
}

static struct tpacket2_hdr *slot(struct ring *ring)
{
	return (void *)(ring->memory + ring->at % RING_FRAMES * RING_FRAME);
}

static void give_back(struct ring *ring)
{
	__atomic_store_n(&slot(ring)->tp_status, TP_STATUS_KERNEL, __ATOMIC_RELEASE);
	ring->at++;
}

static __u16 checksum(const void *data, unsigned int length)
{
	const __u16 *words = data;
	u32 sum = 0;
	unsigned int i;

	for (i = 0; i < length / 2; i++)
		sum += words[i];
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return ~sum;
}

/* UDP without a checksum, as IPv4 allows */
static void make_datagram(struct wire_frame *frame, const char *mac, const char *source,
			  const char *destination, unsigned int size)
{
	struct ether_header *ether = (void *)frame->bytes;
	struct iphdr *ip = (void *)(ether + 1);
	struct udphdr *udp = (void *)(ip + 1);
	unsigned int i;

	memset(frame, 0, sizeof(*frame));
	frame->length = sizeof(*ether) + sizeof(*ip) + sizeof(*udp) + size;
	if (frame->length > FRAME_MAX)
		errx(1, "datagrams of %u bytes do not fit", size);
	for (i = 0; i < ETH_ALEN; i++)
		ether->ether_dhost[i] = strtoul(mac + 3 * i, NULL, 16);
	ether->ether_type = htons(ETHERTYPE_IP);
	ip->version = 4;
	ip->ihl = 5;
	ip->tot_len = htons(frame->length - sizeof(*ether));
	ip->ttl = 64;
	ip->protocol = IPPROTO_UDP;
	ip->saddr = inet_addr(source);
	ip->daddr = inet_addr(destination);
	ip->check = checksum(ip, sizeof(*ip));
	udp->source = htons(5001);
	udp->dest = htons(5001);
	udp->len = htons(sizeof(*udp) + size);
}

static void send_frames(int fd, struct wire_frame *frame, unsigned int count)
{
	struct mmsghdr messages[BURST_MAX];
	struct iovec iovec = { frame->bytes, frame->length };
	unsigned int i;

	memset(messages, 0, sizeof(messages));
	for (i = 0; i < count; i++) {
		messages[i].msg_hdr.msg_iov = &iovec;
		messages[i].msg_hdr.msg_iovlen = 1;
	}
	for (i = 0; i < count;) {
		int sent = sendmmsg(fd, messages + i, count - i, 0);

		if (sent < 0)
			err(1, "sendmmsg");
		i += sent;
	}
}

/* Count the instructions from sending @count frames to the last one's arrival. */
static u64 time_burst(int fd, struct wire_frame *frame, unsigned int count,
		      struct ring *ring)
{
	u64 start = ticks(), idle = 0;
	unsigned int i;

	send_frames(fd, frame, count);
	for (i = 0; i < count; i++) {
		idle += turn(&slot(ring)->tp_status) * TURN;
		give_back(ring);
	}
	return ticks() - start - idle;
}

/* Replace the frame by the one that arrives, addressed to @mac. */
static void transform(int fd, struct wire_frame *frame, struct ring *ring, const char *mac)
{
	struct tpacket2_hdr *header;
	unsigned int i;

	send_frames(fd, frame, 1);
	header = slot(ring);
	turn(&header->tp_status);
	frame->length = header->tp_snaplen;
	memcpy(frame->bytes, (unsigned char *)header + header->tp_mac, frame->length);
	for (i = 0; i < ETH_ALEN; i++)
		frame->bytes[i] = strtoul(mac + 3 * i, NULL, 16);
	give_back(ring);
}

static int ascending(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

/* Work that a task does for many packets at once is in the mean only. */
static void print(const u64 *bursts, unsigned int count, unsigned int frames)
{
	double all = 0;
	unsigned int i;

	for (i = 0; i < count; i++)
		all += bursts[i];
	printf("%.0f\t%.0f\t%.0f\t%.0f\t%.0f\n",
	       1.0 * bursts[count / 2] / frames,
	       1.0 * bursts[count / 10] / frames,
	       1.0 * bursts[count * 9 / 10] / frames, 1.0 * bursts[0] / frames,
	       all / count / frames);
}

int main(int argc, char **argv)
{
	unsigned int bursts, frames, i;
	struct wire_frame frame;
	struct ring ring;
	u64 *took;
	int fd;

	if (argc != 11 && argc != 16)
		errx(2, "11 or 16 words are wanted, see the source");
	bursts = atoi(argv[1]);
	frames = atoi(argv[2]);
	if (!bursts || !frames || frames > BURST_MAX)
		errx(2, "at most %u frames at a time", BURST_MAX);
	took = calloc(bursts, sizeof(*took));
	if (!took)
		err(1, NULL);
	make_datagram(&frame, argv[6], argv[7], argv[8], atoi(argv[3]));
	fd = open_sender(argv[4], argv[5]);
	if (argc == 16) {
		open_ring(&ring, argv[9], argv[10], RING_FRAME);
		transform(fd, &frame, &ring, argv[13]);
		close_ring(&ring);
		fd = open_sender(argv[11], argv[12]);
	}
	open_ring(&ring, argv[argc - 2], argv[argc - 1], 64);
	/* The first bursts make connections, flows and bundles. */
	for (i = 0; i < 4; i++)
		time_burst(fd, &frame, frames, &ring);
	for (i = 0; i < bursts; i++)
		took[i] = time_burst(fd, &frame, frames, &ring);
	qsort(took, bursts, sizeof(*took), ascending);
	print(took, bursts, frames);
	return 0;
}
