/* SPDX-License-Identifier: GPL-2.0 */
/*
 * steps: the points that a packet passes on its path
 *
 * This list is included with macros that the includer defines, as often as it
 * is needed, so there is no include guard. Macros that are not defined expand
 * to nothing:
 *
 *	PTIME_STEP(step, name)
 *		a step; the order of the steps has no meaning. Users see the name.
 *	PTIME_STEP_FUNCTION(step, name, skb, how)
 *		the function "[module:]function" is called when a packet takes the
 *		step, and its argument skb, counted from 0, is the packet. how is
 *		PACKET; UNLESS_NEGATIVE(argument), where a negative argument, an
 *		int, means that there is no step; or REQUEST, where the packet is
 *		the data of a request to the crypto layer, whose callback this is.
 *
 * The arguments were looked up in the sources of 5.10 to 7.2.
 */
#ifndef PTIME_STEP
#define PTIME_STEP(_step, _name)
#endif
#ifndef PTIME_STEP_FUNCTION
#define PTIME_STEP_FUNCTION(_step, _names, _skb, _test)
#endif

/* first steps */
PTIME_STEP(RX, "rx")			/* a driver gives it to the kernel */
PTIME_STEP(LOCAL_OUT, "local-out")	/* a socket of this machine sends it */
PTIME_STEP(GSO, "gso")			/* cut from a larger packet; inherits its steps */

PTIME_STEP(DEFRAG, "defrag")		/* a fragment waits for the others, or is the last one */
PTIME_STEP(REASSEMBLED, "reassembled")	/* in no path: a datagram has its data now */
PTIME_STEP(FRAGMENT, "fragment")	/* cut from a datagram; inherits its steps */
PTIME_STEP(FLOWTABLE, "flowtable")
PTIME_STEP(FLOWTABLE_MISS, "flowtable-miss")
PTIME_STEP(CONNTRACK, "conntrack")
PTIME_STEP(CONFIRM, "confirm")		/* the first packet of a connection */
PTIME_STEP(FORWARD, "forward")
PTIME_STEP(BRIDGE, "bridge")
PTIME_STEP(XFRM_IN, "xfrm-in")
PTIME_STEP(XFRM_OUT, "xfrm-out")
PTIME_STEP(TUNNEL, "tunnel")		/* the inner packet comes out of a tunnel */
PTIME_STEP(CRYPTO, "crypto")		/* asynchronous crypto has finished */
PTIME_STEP(REINJECT, "reinject")	/* received again, without its outer header */
PTIME_STEP(BACKLOG, "backlog")		/* it is queued for a CPU */

/* last steps */
PTIME_STEP(TX, "tx")			/* the driver takes it */
PTIME_STEP(LOCAL_IN, "local-in")	/* a socket of this machine takes it */
PTIME_STEP(DROP, "drop")

/*
 * Encrypted packets pass this function a second time. ip_local_out() is inlined
 * into some of its callers.
 */
PTIME_STEP_FUNCTION(LOCAL_OUT, "__ip_local_out", 2, PACKET)
PTIME_STEP_FUNCTION(LOCAL_OUT, "__ip6_local_out", 2, PACKET)
/* TCP and SCTP: ip6_xmit() calls netfilter itself */
PTIME_STEP_FUNCTION(LOCAL_OUT, "ip6_xmit", 1, PACKET)
PTIME_STEP_FUNCTION(DEFRAG, "inet_frag_queue_insert", 1, PACKET)
/*
 * This function has no tracepoint. The records of packets that TCP merges have
 * ended before.
 */
PTIME_STEP_FUNCTION(REASSEMBLED, "kfree_skb_partial", 0, PACKET)
PTIME_STEP_FUNCTION(FRAGMENT, "ip_do_fragment", 2, PACKET)
PTIME_STEP_FUNCTION(FRAGMENT, "ip6_fragment", 2, PACKET)
PTIME_STEP_FUNCTION(FLOWTABLE, "nf_flow_table:nf_flow_offload_ip_hook", 1, PACKET)
PTIME_STEP_FUNCTION(FLOWTABLE, "nf_flow_table:nf_flow_offload_ipv6_hook", 1, PACKET)
PTIME_STEP_FUNCTION(CONNTRACK, "nf_conntrack:nf_conntrack_in", 0, PACKET)
PTIME_STEP_FUNCTION(CONFIRM, "nf_conntrack:__nf_conntrack_confirm", 0, PACKET)
PTIME_STEP_FUNCTION(FORWARD, "ip_forward", 0, PACKET)
PTIME_STEP_FUNCTION(FORWARD, "ip6_forward", 0, PACKET)
PTIME_STEP_FUNCTION(BRIDGE, "bridge:br_handle_frame_finish", 2, PACKET)
/*
 * A negative encap_type means that a packet continues, decrypted, or after
 * IP-TFS (from 6.14 on).
 */
PTIME_STEP_FUNCTION(XFRM_IN, "xfrm_input", 0, UNLESS_NEGATIVE(3))
PTIME_STEP_FUNCTION(XFRM_OUT, "xfrm_output", 1, PACKET)
PTIME_STEP_FUNCTION(CRYPTO, "esp4:esp_input_done", 0, REQUEST)
PTIME_STEP_FUNCTION(CRYPTO, "esp4:esp_input_done_esn", 0, REQUEST)
PTIME_STEP_FUNCTION(CRYPTO, "esp4:esp_output_done", 0, REQUEST)
PTIME_STEP_FUNCTION(CRYPTO, "esp4:esp_output_done_esn", 0, REQUEST)
PTIME_STEP_FUNCTION(CRYPTO, "esp6:esp_input_done", 0, REQUEST)
PTIME_STEP_FUNCTION(CRYPTO, "esp6:esp_input_done_esn", 0, REQUEST)
PTIME_STEP_FUNCTION(CRYPTO, "esp6:esp_output_done", 0, REQUEST)
PTIME_STEP_FUNCTION(CRYPTO, "esp6:esp_output_done_esn", 0, REQUEST)
/*
 * A packet of a tunnel in transport mode is not received again, but continues
 * in a task.
 */
PTIME_STEP_FUNCTION(REINJECT, "xfrm_trans_queue_net", 1, PACKET)
/* these clear the sign that a packet has been received before */
PTIME_STEP_FUNCTION(TUNNEL, "vxlan:vxlan_rcv", 1, PACKET)
PTIME_STEP_FUNCTION(TUNNEL, "ip_tunnel:ip_tunnel_rcv", 1, PACKET)
PTIME_STEP_FUNCTION(BACKLOG, "enqueue_to_backlog", 0, PACKET)
PTIME_STEP_FUNCTION(LOCAL_IN, "tcp_v4_rcv", 0, PACKET)
PTIME_STEP_FUNCTION(LOCAL_IN, "tcp_v6_rcv", 0, PACKET)
PTIME_STEP_FUNCTION(LOCAL_IN, "__udp_enqueue_schedule_skb", 1, PACKET)
PTIME_STEP_FUNCTION(LOCAL_IN, "icmp_rcv", 0, PACKET)
PTIME_STEP_FUNCTION(LOCAL_IN, "icmpv6_rcv", 0, PACKET)

#undef PTIME_STEP
#undef PTIME_STEP_FUNCTION
