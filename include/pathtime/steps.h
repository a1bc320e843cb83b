/* SPDX-License-Identifier: GPL-2.0 */
/*
 * steps: where a packet passes on its road
 *
 * A list to be read with the macros of the moment, as often as it is wanted
 * (hence no include guard); what the reader does not define is left out:
 *
 *	PTIME_STEP(step, name)
 *		a step, in an order that has no meaning. The name is shown.
 *	PTIME_STEP_FUNCTION(step, name, skb, how)
 *		who is called when a packet takes the step: "[module:]function",
 *		and which argument, from 0, is the packet. how is PACKET,
 *		UNLESS_NEGATIVE(argument): where the argument, an int, is negative,
 *		there is no step; or REQUEST: the packet is what a callback of the
 *		crypto layer is given.
 *
 * Arguments were looked up in the sources of 5.10 to 7.2.
 */
#ifndef PTIME_STEP
#define PTIME_STEP(_step, _name)
#endif
#ifndef PTIME_STEP_FUNCTION
#define PTIME_STEP_FUNCTION(_step, _names, _skb, _test)
#endif

/* beginnings */
PTIME_STEP(RX, "rx")			/* a driver hands it to the kernel */
PTIME_STEP(LOCAL_OUT, "local-out")	/* a socket of this machine sends it */
PTIME_STEP(GSO, "gso")			/* it is cut from a larger one, with its steps */

PTIME_STEP(DEFRAG, "defrag")		/* a fragment waits for the others, or is the last one */
PTIME_STEP(REASSEMBLED, "reassembled")	/* it is in no path: a datagram has its data now */
PTIME_STEP(FRAGMENT, "fragment")	/* it is cut from a larger datagram, with its steps */
PTIME_STEP(FLOWTABLE, "flowtable")
PTIME_STEP(FLOWTABLE_MISS, "flowtable-miss")
PTIME_STEP(CONNTRACK, "conntrack")
PTIME_STEP(CONFIRM, "confirm")		/* the first packet of a connection */
PTIME_STEP(FORWARD, "forward")
PTIME_STEP(BRIDGE, "bridge")
PTIME_STEP(XFRM_IN, "xfrm-in")
PTIME_STEP(XFRM_OUT, "xfrm-out")
PTIME_STEP(TUNNEL, "tunnel")		/* what is in it comes out of a tunnel */
PTIME_STEP(CRYPTO, "crypto")		/* what others encrypted meanwhile comes back */
PTIME_STEP(REINJECT, "reinject")	/* it is received once more, without its outer header */
PTIME_STEP(BACKLOG, "backlog")		/* it is queued for a CPU */

/* ends */
PTIME_STEP(TX, "tx")			/* the driver takes it */
PTIME_STEP(LOCAL_IN, "local-in")	/* a socket of this machine takes it */
PTIME_STEP(DROP, "drop")

/* what is encrypted goes there once more; ip_local_out() is inlined into some of its callers */
PTIME_STEP_FUNCTION(LOCAL_OUT, "__ip_local_out", 2, PACKET)
PTIME_STEP_FUNCTION(LOCAL_OUT, "__ip6_local_out", 2, PACKET)
/* TCP and SCTP: it calls netfilter and goes on by itself */
PTIME_STEP_FUNCTION(LOCAL_OUT, "ip6_xmit", 1, PACKET)
PTIME_STEP_FUNCTION(DEFRAG, "inet_frag_queue_insert", 1, PACKET)
/* it has no tracepoint. The record of what TCP merges has ended before */
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
/* a negative encap_type: a packet goes on, decrypted, or behind IP-TFS (from 6.14 on) */
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
/* a packet of a tunnel in transport mode does not arrive once more, but goes on in a task */
PTIME_STEP_FUNCTION(REINJECT, "xfrm_trans_queue_net", 1, PACKET)
/* these clear what tells that a packet has arrived before */
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
