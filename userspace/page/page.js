// SPDX-License-Identifier: MIT
// page: the tables and charts of a recording, from the document that html.h describes
"use strict";
(() => {
const page = JSON.parse(document.getElementById("data").textContent);
const { counts, timelines, lows } = page;
const root = document.documentElement;
const $ = (id) => document.getElementById(id);

// who looks at the page sees that something is wrong with it, and so do tests
function complain(text) {
	root.dataset.errors = Number(root.dataset.errors || 0) + 1;
	$("notes").append(element("li", {}, `This page has an error: ${text}`));
}
addEventListener("error", (event) => complain(event.message));

// names are whatever a machine called itself: they only ever become text, never markup
function element(name, attributes, ...children) {
	const made = document.createElement(name);

	for (const [key, value] of Object.entries(attributes))
		if (value !== undefined)
			made.setAttribute(key, value);
	made.append(...children);
	return made;
}

// ---- numbers

const units = [[1, "ns"], [1e3, "\u00b5s"], [1e6, "ms"], [1e9, "s"]];

function digits(number) {
	if (number >= 1000)
		return Math.round(number).toLocaleString("en-US");
	return number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2);
}

function time(ns) {
	const [scale, unit] = units.findLast(([from]) => ns >= from) || units[0];

	return `${scale === 1 ? Math.round(ns) : digits(ns / scale)} ${unit}`;
}

function span(ns) {
	const s = Math.round(ns / 1e9);

	if (s < 120)
		return `${digits(ns / 1e9)} s`;
	return s < 7200 ? `${Math.round(s / 60)} min` : `${digits(s / 3600)} h`;
}

const count = (number) => number.toLocaleString("en-US");
const percent = (number) => `${digits(number)} %`;
const date = (ns) => new Date(ns / 1e6).toISOString().replace("T", " ").slice(0, 19);

// the number itself, beside what is shown of it; a dash where it is not known
function value(number, show) {
	if (number === null || number === undefined)
		return "\u2013";
	return element("data", { value: number }, show(number));
}

// ---- tables

// columns: { title, cell(row) -> what is in it, text: whether it is no number, sort(row) }
function head(columns, sorted, choose) {
	const row = element("tr", {});

	for (const column of columns) {
		const title = column.sort && choose ? element("button", { type: "button" }, column.title) :
						      column.title;
		const cell = element("th", { scope: "col", class: column.text ? "text" : undefined,
			"aria-sort": sorted && sorted.column === column ? sorted.order : undefined }, title);

		if (column.sort && choose)
			title.addEventListener("click", () => choose(column));
		row.append(cell);
	}
	return element("thead", {}, row);
}

function fill(table, columns, rows, top = head(columns)) {
	const body = element("tbody", {});

	for (const row of rows) {
		const line = element("tr", {});

		columns.forEach((column, i) => line.append(element(i ? "td" : "th",
			{ scope: i ? undefined : "row", class: column.text ? "text" : undefined },
			column.cell(row))));
		body.append(line);
	}
	table.replaceChildren(top, body);
	return body;
}

// ---- what was counted

const probes = counts.probes.map((probe) => ({ ...probe,
	name: probe.module ? `${probe.function} [${probe.module}]` : probe.function }));
const called = probes.filter((probe) => probe.calls);
let chosen = called.reduce((most, probe) => !most || probe.total_ns > most.total_ns ? probe : most, null);

// the buckets of several outcomes together: those of the same bounds are the same
function together(lists) {
	const sum = new Map();

	for (const [low, high, calls] of lists.flat())
		sum.set(low, [low, high, (sum.has(low) ? sum.get(low)[2] : 0) + calls]);
	return [...sum.values()].sort((a, b) => a[0] - b[0]);
}

// the curves of a function: each way to end, all of them, and what it took itself
function curvesOf(probe) {
	const outcomes = Object.entries(probe.outcomes).filter(([, outcome]) => outcome.calls);
	const all = { name: "all calls", colour: "--1", isBelow: outcomes.length > 1, min: probe.min_ns, max: probe.max_ns,
		buckets: together(outcomes.map(([, outcome]) => outcome.buckets)) };
	const several = outcomes.length < 2 ? [] : outcomes.map(([name, outcome], i) => ({ name,
		colour: `--${2 + i % 5}`, min: outcome.min_ns, max: outcome.max_ns, buckets: outcome.buckets }));
	const own = together(outcomes.map(([, outcome]) => outcome.self_buckets || []));
	const self = own.length ? [{ name: "self time", colour: "--self", dashed: true, min: 0,
		max: probe.max_ns, buckets: own }] : [];

	return [all, ...several, ...self].map((curve) => ({ ...curve,
		calls: curve.buckets.reduce((sum, bucket) => sum + bucket[2], 0) }));
}

// as in hist.h, the middle stands for a bucket, within the shortest and the longest
function middle(curve, [low, high]) {
	const value = high === null ? curve.max : low + Math.floor((high - low) / 2);

	return Math.min(Math.max(value, curve.min), curve.max);
}

function atPercentile(curve, share) {
	const rank = Math.max(1, Math.ceil(curve.calls * share - 1e-9));
	let below = 0;

	for (const bucket of curve.buckets) {
		below += bucket[2];
		if (below >= rank)
			return middle(curve, bucket);
	}
	return null;
}

// ---- the charts

const charts = new Map();
const colour = (name) => getComputedStyle(root).getPropertyValue(name).trim();

function draw(id, option) {
	if (!charts.has(id)) {
		charts.set(id, echarts.init($(id), null, { renderer: "svg" }));
		new ResizeObserver(() => charts.get(id).resize()).observe($(id));
	}
	charts.get(id).setOption({ animation: false, useUTC: true, backgroundColor: "transparent",
		textStyle: { fontFamily: "inherit", color: colour("--text") }, ...option }, true);
	root.dataset.drawn = charts.size;
}

const axis = (more) => ({ axisLine: { lineStyle: { color: colour("--line") } },
	axisLabel: { color: colour("--faint"), hideOverlap: true, ...more.label },
	splitLine: { show: true, lineStyle: { color: colour("--line"), opacity: 0.6 } },
	minorTick: { show: false }, nameTextStyle: { color: colour("--faint") }, ...more.axis });

const timeAxis = (more) => axis({ label: { formatter: time }, axis: { type: "log", ...more } });

// a tip is made of elements, as text of the library's would be taken for markup
const tip = (...lines) => element("div", { class: "tip" },
	...lines.map((line) => element("div", {}, line)));

const tooltip = (formatter, more) => ({ confine: true, formatter, backgroundColor: colour("--raised"),
	borderColor: colour("--line"), textStyle: { color: colour("--text"), fontSize: 12 }, ...more });

const legend = (curves) => ({ show: curves.length > 1, top: 0, left: 0, type: "scroll",
	textStyle: { color: colour("--text") }, pageTextStyle: { color: colour("--faint") },
	pageIconColor: colour("--accent"), itemWidth: 18, itemHeight: 8, data: curves.map((curve) => curve.name) });

const grid = (curves) => ({ left: 8, right: 28, top: curves.length > 1 ? 34 : 12, bottom: 4, containLabel: true });

// all calls are often almost those of one outcome, and seen below that
const line = (curve, data, more) => ({ type: "line", name: curve.name, data, showSymbol: false, symbol: "none",
	color: colour(curve.colour), lineStyle: { width: curve.isBelow ? 5 : 1.6, opacity: curve.isBelow ? 0.45 : 1,
		type: curve.dashed ? "dashed" : "solid" }, ...more });

// 10 -> 90 %, 1000 -> 99.9 %: where the slow calls have room
function share(x) {
	return x <= 1 ? "0 %" : `${(100 - 100 / x).toFixed(Math.max(0, Math.round(Math.log10(x)) - 2))} %`;
}

function percentilePoints(curve) {
	const points = [];
	let below = 0;

	for (const bucket of curve.buckets) {
		points.push([curve.calls / (curve.calls - below), middle(curve, bucket)]);
		below += bucket[2];
	}
	points.push([curve.calls, points[points.length - 1][1]]);
	// of a logarithm, nothing is below 1 ns
	return points.map(([x, y]) => [x, Math.max(y, 1)]);
}

function drawPercentiles(curves) {
	draw("percentiles", { grid: grid(curves), legend: legend(curves),
		xAxis: axis({ label: { formatter: share }, axis: { type: "log", min: 1 } }),
		yAxis: timeAxis({}),
		tooltip: tooltip((items) => tip(`at ${(100 - 100 / items[0].axisValue).toPrecision(5)} %`,
			...items.map((item) => `${item.seriesName}: ${time(item.value[1])}`)), { trigger: "axis" }),
		series: curves.map((curve) => line(curve, percentilePoints(curve), { step: "end" })) });
	fill($("percentiles-table"), [
		{ title: "", text: true, cell: (curve) => curve.name },
		...[50, 75, 90, 99, 99.9, 99.99].map((p) => ({ title: `P${p}`,
			cell: (curve) => value(atPercentile(curve, p / 100), time) })),
		{ title: "calls", cell: (curve) => value(curve.calls, count) } ], curves);
}

// per cent of the calls in as much of the axis for all, as buckets are of different widths
const step = 2 ** -(counts.hist_bits + 1);

function histogramPoints(curve) {
	const points = [];

	curve.buckets.forEach(([low, high, calls], i) => {
		const from = Math.max(low, 0.5), to = high === null ? 2 * low : high + 1;
		const next = curve.buckets[i + 1];

		points.push([from, 100 * calls / curve.calls * step / Math.log(to / from)]);
		if (!next || next[0] !== to)
			points.push([to, 0]);
	});
	return [[points[0][0], 0], ...points];
}

function drawHistogram(curves) {
	draw("histogram", { grid: grid(curves), legend: legend(curves),
		xAxis: timeAxis({}),
		yAxis: axis({ label: { formatter: (y) => `${y} %` }, axis: { type: "value" } }),
		tooltip: tooltip((items) => tip(`at ${time(items[0].axisValue)}`,
			...items.map((item) => `${item.seriesName}: ${percent(item.value[1])}`)), { trigger: "axis" }),
		series: curves.map((curve) => line(curve, histogramPoints(curve), { step: "end",
			areaStyle: curve === curves[0] ? { opacity: 0.15 } : undefined })) });
	fillHistogram(curves);
}

function fillHistogram(curves) {
	const bounds = together(curves.map((curve) => curve.buckets));
	const of = curves.map((curve) => new Map(curve.buckets.map((bucket) => [bucket[0], bucket[2]])));

	fill($("histogram-table"), [
		{ title: "from", cell: ([low]) => value(low, time) },
		{ title: "to", cell: ([, high]) => value(high, time) },
		...curves.map((curve, i) => ({ title: curve.name, cell: ([low]) => value(of[i].get(low) || 0, count) })) ],
		bounds);
}

// ---- over time

const heatOf = (timeline) => timeline && timeline.functions.find((each) =>
	each.function === chosen.function && each.module === chosen.module);

// [from ms, to ms, lowest ns, highest ns, calls per second, calls] for each bucket of each column
function cellsOf(timeline, heat) {
	const begin = timeline.begin_ns / 1e6;

	return heat.columns.flatMap((column, i) => {
		const [from, to] = timeline.columns[i];
		const [first, ...calls] = column || [0];

		return calls.map((number, row) => [begin + from / 1e6, begin + to / 1e6, Math.max(lows[first + row], 0.5),
			lows[first + row + 1] || 2 * lows[first + row], number * 1e9 / Math.max(to - from, 1), number])
			.filter((cell) => cell[5]);
	});
}

function drawCell(params, api) {
	const [left, bottom] = api.coord([api.value(0), api.value(2)]);
	const [right, top] = api.coord([api.value(1), api.value(3)]);

	return { type: "rect", style: { fill: api.visual("color") },
		// no seam between two cells
		shape: { x: left, y: top, width: Math.max(right - left, 1) + 0.4, height: bottom - top + 0.4 } };
}

function drawHeat() {
	const timeline = timelines[Number($("machines").querySelector("select").value)];
	const heat = heatOf(timeline);
	const cells = heat ? cellsOf(timeline, heat) : [];
	const rates = cells.map((cell) => Math.log10(cell[4]));
	const least = rates.reduce((a, b) => Math.min(a, b), Infinity);
	const most = rates.reduce((a, b) => Math.max(a, b), -Infinity);

	$("heat-figure").hidden = !timelines.length;
	if (!timelines.length)
		return;
	draw("heat", { grid: { ...grid([]), bottom: 44 },
		xAxis: axis({ label: {}, axis: { type: "time", min: timeline.begin_ns / 1e6,
			max: timeline.begin_ns / 1e6 + timeline.columns[timeline.columns.length - 1][1] / 1e6 } }),
		yAxis: timeAxis({ min: cells.reduce((low, cell) => Math.min(low, cell[2]), Infinity),
			max: cells.reduce((high, cell) => Math.max(high, cell[3]), 0) }),
		// the scale is of a logarithm, as few slow calls are what one looks for
		visualMap: { show: cells.length > 0, type: "continuous", dimension: 6, min: least, max: Math.max(most, least + 0.1),
			orient: "horizontal", left: "center", bottom: 0, itemWidth: 10, itemHeight: 120,
			inRange: { color: [colour("--cold"), colour("--1"), colour("--hot")] },
			text: [`${digits(10 ** most)} calls/s`, digits(10 ** least)], textStyle: { color: colour("--faint") } },
		tooltip: tooltip(({ value: cell }) => tip(`${date(cell[0] * 1e6)} to ${date(cell[1] * 1e6).slice(11)} UTC`,
			`${time(cell[2])} to ${time(cell[3])}`, `${count(cell[5])} calls, ${digits(cell[4])} per second`), {}),
		series: [{ type: "custom", renderItem: drawCell, clip: true, progressive: 0, encode: { x: [0, 1], y: [2, 3] },
			data: cells.map((cell, i) => [...cell, rates[i]]) }] });
	fillHeat(timeline, heat);
}

// the upper bound of the bucket up to which there is this share of a column's calls
function below([first, ...calls], share) {
	const rank = Math.ceil(calls.reduce((sum, number) => sum + number, 0) * share);
	let sum = 0;

	return lows[first + calls.findIndex((number) => (sum += number) >= rank) + 1];
}

function fillHeat(timeline, heat) {
	const rows = timeline.columns.map((column, i) => ({ from: timeline.begin_ns + column[0],
		to: timeline.begin_ns + column[1], restarted: column[2], cells: heat ? heat.columns[i] : 0 }));

	fill($("heat-table"), [
		{ title: "from (UTC)", text: true, cell: (row) => date(row.from) },
		{ title: "to", text: true, cell: (row) => `${date(row.to).slice(11)}${row.restarted ? ", the counts restarted" : ""}` },
		{ title: "calls", cell: (row) => value(row.cells ?
			row.cells.slice(1).reduce((sum, number) => sum + number, 0) : 0, count) },
		{ title: "50 % below", cell: (row) => row.cells ? value(below(row.cells, 0.5), time) : "\u2013" },
		{ title: "99 % below", cell: (row) => row.cells ? value(below(row.cells, 0.99), time) : "\u2013" } ], rows);
}

function fillMachines() {
	const select = $("machines").querySelector("select");

	timelines.forEach((timeline, i) => select.append(element("option", { value: i }, timeline.machine)));
	$("machines").hidden = timelines.length < 2;
	select.addEventListener("change", drawHeat);
}

// ---- functions

const stats = [
	{ title: "calls", key: "calls", show: count }, { title: "mean", key: "mean_ns", show: time },
	{ title: "P50", key: "p50_ns", show: time }, { title: "P90", key: "p90_ns", show: time },
	{ title: "P99", key: "p99_ns", show: time }, { title: "P99.9", key: "p999_ns", show: time },
	{ title: "max", key: "max_ns", show: time }, { title: "total", key: "total_ns", show: time },
	{ title: "self", key: "self_ns", show: time },
].filter((stat) => counts.nesting || stat.key !== "self_ns").map((stat) => ({ ...stat,
	// a time of no calls is not known
	cell: (row) => value(stat.key === "calls" || row.calls ? row[stat.key] : null, stat.show),
	sort: (row) => row[stat.key] }));

const sorts = { column: null, order: "descending" };

function nameButton(probe) {
	const button = element("button", { type: "button", "aria-pressed": probe === chosen }, probe.name);

	button.addEventListener("click", () => choose(probe));
	return button;
}

const functionColumns = [
	{ title: "function", text: true, cell: nameButton, sort: (probe) => probe.name },
	{ title: "group", text: true, cell: (probe) => probe.group, sort: (probe) => probe.group },
	stats[0],
	{ title: "missed", cell: (probe) => value(probe.missed, count), sort: (probe) => probe.missed },
	...stats.slice(1),
];

function compare(a, b) {
	return typeof a === "string" ? a.localeCompare(b) : (a || 0) - (b || 0);
}

function sortBy(column) {
	const first = column.text ? "ascending" : "descending";
	const other = first === "ascending" ? "descending" : "ascending";

	sorts.order = sorts.column === column && sorts.order === first ? other : first;
	sorts.column = column;
	fillFunctions();
	// the button that was pressed is another one now
	$("functions").querySelectorAll("thead th")[functionColumns.indexOf(column)].firstChild.focus();
}

function fillFunctions() {
	const { column, order } = sorts;
	const rows = [...called].sort((a, b) => column ?
		compare(column.sort(a), column.sort(b)) * (order === "ascending" ? 1 : -1) : 0);
	const body = fill($("functions"), functionColumns, rows, head(functionColumns, sorts, sortBy));

	rows.forEach((probe, i) => body.rows[i].classList.toggle("chosen", probe === chosen));
}

function fillSilent() {
	const silent = probes.filter((probe) => !probe.calls);

	$("silent").hidden = !silent.length;
	$("silent").querySelector("summary").textContent = `${silent.length} without calls`;
	fill($("silent").querySelector("table"), [
		{ title: "function", text: true, cell: (probe) => probe.name },
		{ title: "group", text: true, cell: (probe) => probe.group },
		{ title: "missed", cell: (probe) => value(probe.missed, count) },
		{ title: "state", text: true, cell: (probe) => [probe.state, probe.reason].filter(Boolean).join(": ") } ],
		silent);
}

function fillOutcomes() {
	const rows = Object.entries(chosen.outcomes).map(([name, outcome]) => ({ ...outcome, name }));

	fill($("outcomes"), [ { title: "outcome", text: true, cell: (row) => row.name }, ...stats ], rows);
}

function drawFunction() {
	const curves = chosen ? curvesOf(chosen) : [];

	$("function").hidden = !chosen;
	if (!chosen)
		return;
	$("function-title").textContent = chosen.name +
		(chosen.packets ? `, ${count(chosen.packets)} packets, ${time(chosen.total_ns / chosen.packets)} each` : "");
	fillOutcomes();
	drawPercentiles(curves);
	drawHistogram(curves);
	drawHeat();
}

function choose(probe) {
	const focused = document.activeElement.closest("#functions tbody");

	chosen = probe;
	fillFunctions();
	drawFunction();
	if (focused)
		$("functions").querySelector('[aria-pressed="true"]').focus();
}

// ---- callers and callees

const rowHeight = 20;
const groups = [...new Set(probes.map((probe) => probe.group))];

// frames: all, contexts, functions; each from @from for @ns, on its caller
function framesOf(nodes) {
	const all = { name: "all", depth: 0, parent: null, children: [], ns: 0, self: 0 };
	const contexts = new Map();
	const frames = [all];
	const made = [];

	const add = (frame, parent) => {
		frame.parent = parent;
		frame.depth = parent.depth + 1;
		frame.children = [];
		parent.children.push(frame);
		frames.push(frame);
		return frame;
	};
	for (const node of nodes) {
		if (node.parent === null && !contexts.has(node.context))
			contexts.set(node.context, add({ name: node.context, ns: 0, self: 0 }, all));
		made.push(add({ node, name: node.function, group: node.group, ns: node.total_ns, self: node.self_ns },
			node.parent === null ? contexts.get(node.context) : made[node.parent]));
		if (node.parent === null)
			contexts.get(node.context).ns += node.total_ns;
	}
	all.ns = all.children.reduce((sum, context) => sum + context.ns, 0);
	return place(frames);
}

// callees are in the tree's order, callers before them
function place(frames) {
	frames[0].from = 0;
	for (const frame of frames) {
		let from = frame.from;

		for (const child of frame.children) {
			child.from = from;
			from += child.ns;
		}
	}
	return frames;
}

const frames = counts.tree ? framesOf(counts.tree) : [];
const flame = { zoom: frames[0], at: frames[0] };

const isWithin = (frame, outer) => frame.from >= outer.from && frame.from + frame.ns <= outer.from + outer.ns;

function describe(frame) {
	const calls = frame.node ? `${count(frame.node.calls)}${frame.node.unfinished ? "+" : ""} calls, ` : "";

	return `${frame.name}: ${calls}${time(frame.ns)}, ${percent(100 * frame.ns / (frames[0].ns || 1))} of all` +
		(frame.node ? `; itself ${time(frame.self)}` : "");
}

function drawFrame(params, api) {
	const frame = frames[api.value(3)];
	const { zoom, at } = flame;
	const [left, top] = api.coord([Math.max(api.value(0), zoom.from), api.value(2) + 1]);
	const [right] = api.coord([Math.min(api.value(1), zoom.from + zoom.ns), api.value(2)]);
	const width = Math.max(right - left - 1, 0.5);

	return { type: "rect", shape: { x: left, y: top, width, height: rowHeight - 1 },
		style: { fill: frame.group ? colour(`--f${1 + groups.indexOf(frame.group) % 6}`) : colour("--line"),
			stroke: frame === at ? colour("--text") : "none", lineWidth: 2 },
		textContent: width < 24 ? undefined : { style: { text: frame.name, overflow: "truncate", width: width - 8,
			fill: frame.group ? colour("--ink") : colour("--text"), fontSize: 12 } },
		textConfig: { position: "insideLeft", distance: 4 } };
}

function drawFlame() {
	const { zoom } = flame;
	const depth = frames.reduce((most, frame) => Math.max(most, frame.depth), 0) + 1;
	const shown = frames.map((frame, i) => ({ frame, i })).filter(({ frame }) => frame.ns &&
		(isWithin(frame, zoom) || isWithin(zoom, frame)));

	$("tree").hidden = !frames.length || !frames[0].ns;
	if ($("tree").hidden)
		return;
	$("flame").style.height = `${depth * rowHeight + 2}px`;
	draw("flame", { grid: { left: 0, right: 0, top: 1, bottom: 1 },
		xAxis: { type: "value", show: false, min: zoom.from, max: zoom.from + zoom.ns },
		yAxis: { type: "value", show: false, min: 0, max: depth },
		tooltip: tooltip(({ value: [, , , i] }) => tip(describe(frames[i])), {}),
		series: [{ type: "custom", renderItem: drawFrame, clip: true, progressive: 0, encode: { x: [0, 1], y: 2 },
			data: shown.map(({ frame, i }) => [frame.from, frame.from + frame.ns, frame.depth, i]) }] });
	$("frame").textContent = describe(flame.at);
}

function zoomTo(frame) {
	if (!frame.ns)
		return;
	flame.zoom = frame;
	flame.at = frame;
	drawFlame();
}

function sibling(frame, step) {
	const row = frame.parent ? frame.parent.children.filter((child) => child.ns) : [frame];

	return row[row.indexOf(frame) + step];
}

const keys = {
	ArrowUp: () => flame.at.children.find((child) => child.ns),
	ArrowDown: () => flame.at.parent,
	ArrowLeft: () => sibling(flame.at, -1),
	ArrowRight: () => sibling(flame.at, 1),
};

function pressed(event) {
	const next = keys[event.key] && keys[event.key]();

	if (event.key === "Enter")
		zoomTo(flame.at);
	else if (event.key === "Escape")
		zoomTo(flame.zoom.parent || flame.zoom);
	else if (!keys[event.key])
		return;
	event.preventDefault();
	if (!next)
		return;
	flame.at = next;
	// what is gone to is seen
	if (!isWithin(next, flame.zoom))
		flame.zoom = next;
	drawFlame();
}

function fillTree() {
	fill($("tree-table"), [
		{ title: "function", text: true, cell: (frame) => `${"\u00a0\u00a0".repeat(frame.depth)}${frame.name}` },
		{ title: "calls", cell: (frame) => value(frame.node && frame.node.calls, count) },
		{ title: "total", cell: (frame) => value(frame.ns, time) },
		{ title: "self", cell: (frame) => value(frame.node && frame.self, time) },
		{ title: "of all", cell: (frame) => percent(100 * frame.ns / (frames[0].ns || 1)) } ], frames);
}

function beginTree() {
	drawFlame();
	if ($("tree").hidden)
		return;
	fillTree();
	$("flame").addEventListener("keydown", pressed);
	charts.get("flame").on("click", ({ value: [, , , i] }) => zoomTo(frames[i]));
}

// ---- paths of packets

// paths behind others have no share, and their reason is the queue or port where packets waited
const isBehind = (path) => path.share === null;

function nameOf(path) {
	if (path.reason === null)
		return path.path;
	return isBehind(path) ? `${path.path} ${path.reason}` : `${path.path} (${path.reason})`;
}

// who asks for some CPUs may be left with no packet of a path; a drop has why
const followed = (page.paths || []).filter((path) => path.packets).map((path) => ({ ...path, name: nameOf(path),
	// a stage is from a step to the next; at the first step no time has passed
	parts: path.steps.slice(1).map((part, i) => ({ ...part, name: `${path.steps[i].step} > ${part.step}` })) }));
const paths = followed.filter((path) => !isBehind(path)), behind = followed.filter(isBehind);
const barsMost = 20, barHeight = 18, pathHeight = 2 * barHeight + 4;
const shownPaths = paths.slice(0, barsMost);
const stepNames = [...new Set(paths.flatMap((path) => path.parts.map((part) => part.step)))];

// packets as slow as these; all have no percentile
const percentiles = [["P50", "p50_ns"], ["P90", "p90_ns"], ["P99", "p99_ns"], ["P99.9", "p999_ns"]];
const slownesses = [["all", null], ...percentiles];

const sumOf = (parts) => parts.reduce((sum, part) => sum + part.mean_ns, 0);
const shareOf = (parts, part) => 100 * part.mean_ns / (sumOf(parts) || 1);
const isShares = () => $("scale").value === "share";
const shownSlowness = () => slownesses[$("slowness").selectedIndex][1];

// the packets whose time is in the same power of two as the percentile
function octaveOf(path, percentile) {
	return (path.octaves || []).find((octave) => octave.from_ns <= path[percentile] && path[percentile] < octave.below_ns);
}

// the stages of these packets; none if they are not known
function partsOf(path, percentile) {
	const octave = percentile && octaveOf(path, percentile);

	if (!percentile)
		return path.parts;
	return octave ? path.parts.map((part, i) => ({ ...part, mean_ns: octave.step_ns[i + 1] / octave.packets })) : [];
}

// their number, or why it is not known
function packetsOf(path, percentile) {
	const octave = percentile && octaveOf(path, percentile);

	if (!percentile)
		return `${count(path.packets)} packets`;
	return octave ? `${count(octave.packets)} packets, of ${time(octave.from_ns)} and more` :
			"not known where slow packets spent their time: an older module counted some";
}

function drawPart(api, row, part, from, to) {
	const [left, top] = api.coord([from, row]);
	const [right] = api.coord([to, row]);
	const width = Math.max(right - left - 1, 0.5);

	return { type: "rect", shape: { x: left, y: top + barHeight, width, height: barHeight - 1 },
		style: { fill: colour(`--f${1 + stepNames.indexOf(part.step) % 6}`) },
		textContent: width < 24 ? undefined : { style: { text: part.name, overflow: "truncate", width: width - 8,
			fill: colour("--ink"), fontSize: 12 } },
		textConfig: { position: "insideLeft", distance: 4 } };
}

// its name has a line of its own, as it is as long as the page is wide
function drawPath(params, api) {
	const row = api.value(2), path = shownPaths[row], parts = partsOf(path, shownSlowness());
	const [x, y] = api.coord([0, row]);
	let from = 0;

	return { type: "group", children: [
		{ type: "text", style: { text: parts.length ? path.name : `${path.name}: not known, counted by an older module`, x, y: y + 4, overflow: "truncate", width: params.coordSys.width,
			fill: colour("--text"), fontSize: 12 } },
		...parts.map((part) => {
			const to = from + (isShares() ? shareOf(parts, part) : part.mean_ns);
			const drawn = drawPart(api, row, part, from, to);

			from = to;
			return drawn;
		}) ] };
}

function tipOfPath(path) {
	const parts = partsOf(path, shownSlowness());

	return tip(path.name, packetsOf(path, shownSlowness()), ...parts.map((part) =>
		`${part.name}: ${time(part.mean_ns)}, ${percent(shareOf(parts, part))}`));
}

function drawSteps() {
	if (!paths.length)
		return;
	$("steps").style.height = `${shownPaths.length * pathHeight + 36}px`;
	draw("steps", { grid: { ...grid([]), top: 0 },
		xAxis: axis({ label: { formatter: isShares() ? (x) => `${x} %` : time },
			axis: { type: "value", min: 0, max: isShares() ? 100 : undefined, axisLine: { show: false },
				axisTick: { show: false } } }),
		yAxis: { type: "value", show: false, min: 0, max: shownPaths.length, inverse: true },
		tooltip: tooltip(({ value: [, , row] }) => tipOfPath(shownPaths[row]), {}),
		series: [{ type: "custom", renderItem: drawPath, clip: true, progressive: 0, encode: { x: [0, 1], y: 2 },
			data: shownPaths.map((path, row) =>
				[0, isShares() ? 100 : sumOf(partsOf(path, shownSlowness())), row]) }] });
}

// with stages=1, how long the stage took each packet; otherwise there are no such columns
const stageTimes = [...percentiles, ["max", "max_ns"]];

const pathColumns = [
	{ title: "path", text: true, cell: (path) => path.name },
	{ title: "packets", cell: (path) => value(path.packets, count) },
	{ title: "of all", cell: (path) => value(path.share === null ? null : 100 * path.share, percent) },
	...[["mean", "mean_ns"], ...percentiles, ["max", "max_ns"]].map(([title, key]) => ({ title, cell: (path) => value(path[key], time) })),
	// a wait for a reader of TCP is that of any number of bytes
	{ title: "bytes per packet", cell: (path) => value(path.bytes ? Math.round(path.bytes / path.packets_on_all_cpus) : null, count) },
];

function fillSteps() {
	fill($("steps-table"), [
		{ title: "path", text: true, cell: ([path]) => path.name },
		{ title: "stage", text: true, cell: ([path, i]) => path.parts[i].name },
		{ title: "of the path", cell: ([path, i]) => value(shareOf(path.parts, path.parts[i]), percent) },
		...slownesses.map(([title, percentile]) => ({ title: percentile ? `mean about ${title}` : "mean of all",
			cell: ([path, i]) => value((partsOf(path, percentile)[i] || {}).mean_ns, time) })),
		...(followed.some((path) => path.parts.some((part) => part.stage)) ? stageTimes : []).map(([title, key]) => ({ title: `stage's ${title}`,
			cell: ([path, i]) => value((path.parts[i].stage || {})[key], time) })) ],
		followed.flatMap((path) => path.parts.map((_, i) => [path, i])));
}

// the part of a slow packet's path on which it was longest
function worst(path, slow) {
	const ns = Math.max(...slow.step_ns);

	return `${path.parts[Math.max(slow.step_ns.indexOf(ns), 1) - 1].name}: ${time(ns)}`;
}

// the CPUs of its steps, in order
function cpusOf(slow) {
	return slow.step_cpu ? slow.step_cpu.filter((cpu, i, all) => !i || cpu !== all[i - 1]).join(" > ") : "\u2013";
}

// time in interrupts meanwhile; the module may have kept only the last of them
function interruptsOf(slow) {
	return slow.irq_ns === null ? "\u2013" : (slow.irq_is_whole ? "" : "\u2265 ") + time(slow.irq_ns);
}

function fillSlowest() {
	fill($("slowest-table"), [
		{ title: "path", text: true, cell: ([path]) => path.name },
		{ title: "took", cell: ([, slow]) => value(slow.total_ns, time) },
		{ title: "longest stage", text: true, cell: ([path, slow]) => worst(path, slow) },
		{ title: "CPU", text: true, cell: ([, slow]) => cpusOf(slow) },
		{ title: "interrupts", cell: ([, slow]) => interruptsOf(slow) },
		{ title: "in", text: true, cell: ([, slow]) => slow.in || "\u2013" },
		{ title: "out", text: true, cell: ([, slow]) => slow.out || "\u2013" },
		{ title: "protocol", text: true, cell: ([, slow]) =>
			[slow.protocol, slow.transport].filter(Boolean).join(" ") || "\u2013" },
		{ title: "ports", text: true, cell: ([, slow]) => slow.source_port === null && slow.destination_port === null ?
			"\u2013" : `${slow.source_port || 0} > ${slow.destination_port || 0}` },
		{ title: "bytes", cell: ([, slow]) => value(slow.bytes, count) } ],
		followed.flatMap((path) => path.slowest.map((slow) => [path, slow])));
}

// as the verb would set it
function tellFilter({ differs, ...filter }) {
	const set = Object.entries(filter).filter(([, wanted]) => wanted !== null)
		.map(([key, wanted]) => ` ${key}=${wanted}`).join("");

	$("paths-filter").hidden = !set && !differs;
	$("paths-filter").textContent = differs ? "The machines have different filters: not all packets were traced." :
		`The filter${set}: since it was set, only these packets are traced.`;
}

// an older module does not report which waits are timed
function tellWaits() {
	const { wait_names: names, timed_waits: timed } = page;

	$("paths-waits").hidden = !timed;
	if (!timed)
		return;

	const others = names.filter((name) => !timed.includes(name)).join(", ");

	$("paths-waits").textContent = `Waits that are timed (waits=): ${timed.length ? timed.join(", ") : `none of ${others}`}` +
		`${timed.length && others ? `; not timed: ${others}` : ""}; always: queue, backlog, crypto and others.`;
}

function beginPaths() {
	const lost = page.path_losses.filter((loss) => loss.count);

	$("paths").hidden = !page.paths;
	if (!page.paths)
		return;
	$("paths-cpus").hidden = !page.some_cpus;
	tellFilter(page.path_filter);
	tellWaits();
	$("paths").querySelector("figure").hidden = !paths.length;
	$("paths-shown").textContent = paths.length > barsMost ? `, of the ${barsMost} with the most packets` : "";
	fill($("paths-table"), pathColumns, paths);
	fill($("path-losses"), [ { title: "", text: true, cell: (loss) => loss.text },
		{ title: "packets", cell: (loss) => value(loss.count, count) } ], lost);
	$("path-losses").hidden = !lost.length;
	$("slowness").append(...slownesses.map(([title, percentile]) =>
		element("option", {}, percentile ? `packets about as slow as the ${title}` : "all packets")));
	$("slowness").addEventListener("change", drawSteps);
	$("scale").addEventListener("change", drawSteps);
	drawSteps();
	fillSteps();
	fillSlowest();
}

function beginBehind() {
	$("behind").hidden = !behind.length;
	fill($("behind-table"), pathColumns.filter((column) => column.title !== "of all"), behind);
}

// ---- packets of interfaces, in paths or not

// what became of the packets in a direction; only received ones are merged or lost
function fatesOf(each, direction) {
	const { losses, ...others } = each[direction];
	const merged = losses && losses.gro_merged + losses.reassembled;
	const lost = losses && Object.values(losses).reduce((sum, packets) => sum + packets, -merged);

	return { ...others, merged, lost, losses: losses || {}, name: `${each.interface} ${direction}` };
}

const fates = [["in paths", "in_paths"], ["merged", "merged"], ["lost", "lost"], ["protocol", "protocol"],
	["filtered", "filtered"], ["no record", "no_record"]];

// a packet may be lost in a later interval than that in which it was received
function tellSum(rows) {
	const sum = (row) => fates.reduce((packets, [, key]) => packets + (row[key] || 0), 0);
	const others = rows.filter((row) => row.packets !== sum(row)).map((row) => row.name);

	$("interfaces-sum").textContent = others.length ?
		`Packets are the sum of the other columns, but not of ${others.join(", ")}: more were lost in this time than received.` :
		"Packets are the sum of the other columns.";
}

function beginInterfaces() {
	const rows = (page.interfaces || []).flatMap((each) => ["received", "sent"].map((direction) => fatesOf(each, direction)))
		.filter((row) => row.packets);

	$("interfaces").hidden = !rows.length;
	$("interfaces-cpus").hidden = !page.some_cpus;
	tellSum(rows);
	fill($("interfaces-table"), [ { title: "interface", text: true, cell: (row) => row.name },
		...[["packets", "packets"], ...fates].map(([title, key]) => ({ title, cell: (row) => value(row[key], count) })),
		{ title: "in no path", text: true, cell: (row) => Object.entries(row.losses).filter(([, packets]) => packets)
			.map(([reason, packets]) => `${count(packets)} ${reason}`).join(", ") } ], rows);
}

// ---- waits before paths begin, and polls

const waitNames = { softirq: "raised, until it ran", ksoftirqd: "... in ksoftirqd", run: "run of the softirq",
	poll: "poll", between: "poll to poll", packets: "packets of a poll" };

const waits = (page.waits || []).map((wait) => ({ ...wait, name: waitNames[wait.wait] || wait.wait,
	show: wait.unit === "ns" ? time : count }));

const waitColumns = [
	{ title: "NET_RX", text: true, cell: (wait) => wait.name },
	{ title: "count", cell: (wait) => value(wait.count, count) },
	...[["P50", "p50"], ["P99", "p99"], ["P99.9", "p999"], ["max", "max"]].map(([title, key]) => ({ title,
		cell: (wait) => value(wait[key], wait.show) })),
];

// what polls did, of all CPUs and of each
function fillPolls() {
	const kinds = [["took all of their budget", "full"], ["squeezed", "squeezed"], ["outside of the softirq", "outside"]];
	const all = { name: "all CPUs" };

	for (const [, key] of kinds)
		all[key] = page.polls.reduce((sum, cpu) => sum + cpu[key], 0);
	fill($("polls-counts"), [ { title: "polls", text: true, cell: (row) => row.name },
		...kinds.map(([title, key]) => ({ title, cell: (row) => value(row[key], count) })) ],
		[all, ...page.polls.map((cpu) => ({ ...cpu, name: `CPU ${cpu.cpu}` }))]);
}

function beginPolls() {
	const cpus = waits.flatMap((wait) => wait.cpus.map((cpu) => ({ ...wait, ...cpu })));

	$("polls").hidden = !page.waits;
	if (!page.waits)
		return;
	fill($("polls-table"), waitColumns, waits);
	fill($("polls-cpus"), [ { title: "CPU", text: true, cell: (wait) => String(wait.cpu) }, ...waitColumns ],
		cpus.sort((a, b) => a.cpu - b.cpu));
	fillPolls();
}

// ---- losses, cost, and what to know of the whole

function fillLosses() {
	const { losses } = counts;

	fill($("losses"), [ { title: "", text: true, cell: (row) => row[0] },
		{ title: "calls", cell: (row) => value(row[1], count) } ],
		[["missed: not timed", losses.missed], ["longer than 68.7 s", losses.overflowed],
		 ["with the clock going backwards", losses.clock_backwards],
		 ...(losses.below_overhead === null ? [] :
			[["that took less than the overhead subtracted", losses.below_overhead]]),
		 ...page.warnings.map((warning) => [warning.text, warning.count])]);
}

function fillCost() {
	const known = probes.filter((probe) => probe.overhead_ns).sort((a, b) => b.overhead_ns - a.overhead_ns);
	const all = { name: "all", overhead_ns: counts.overhead_ns, overhead_percent: counts.overhead_percent };

	fill($("cost"), [ { title: "", text: true, cell: (row) => row.name },
		{ title: "total", cell: (row) => value(row.overhead_ns, time) },
		{ title: "of one CPU", cell: (row) => value(row.overhead_percent, percent) },
		{ title: "per call", cell: (row) => value(row.overhead_per_call_ns, time) } ], [all, ...known]);
}

// of several machines, there is one in the list for each
function facts() {
	const { recording } = counts;

	if (!recording)
		return [["capture", [counts.source, counts.segment].filter(Boolean).join(", ")]];
	return [["kernel", counts.kernel], ["module", counts.version],
		["from", `${date(recording.begin_ns)} to ${date(recording.end_ns)} UTC`],
		["counts of", span(counts.interval_ns)], ["clock", counts.clock],
		["snapshots", `${count(recording.snapshots)} of ${count(recording.snapshots_of_all)}`]];
}

function title() {
	const { recording } = counts;

	if (!recording)
		return counts.source || "pathtime";
	if (!recording.recordings)
		return recording.machine;
	return [...new Set(recording.recordings.map((each) => each.machine))].join(", ");
}

// what happened in the range of each recording, as a sentence
function events() {
	const { recording } = counts;
	const recordings = recording ? recording.recordings || [recording] : [];

	return recordings.flatMap((each) => each.events.map((event) => {
		const where = recording.recordings ? ` on ${each.machine}` : "";

		if (event.kind === "clock")
			return `The time of day was set back by ${span(event.span_ns)}${where}, to ${date(event.at_ns)} UTC.`;
		return `The counts restarted at ${date(event.at_ns)} UTC${where} (${event.kind}), and are added up; ` +
			`${span(event.span_ns)} before it were not recorded.`;
	}));
}

function notes() {
	return [
		counts.sample > 1 && `One call in ${counts.sample} was timed: counts and sums are estimates.`,
		...events(),
		page.some_cpus && "Some CPUs were left out. Callers and callees are known only for all CPUs together, so they are not shown.",
		counts.over_budget && `${counts.over_budget} probes were stopped, because all probes together took more than the budget.`,
		!counts.nesting && counts.sample === 1 &&
			"Callers, callees and self times are not known: the module was loaded without nesting.",
		!called.length && "No calls were counted.",
	].filter(Boolean);
}

function fillHead() {
	document.title = `${title()} \u2013 pathtime`;
	$("machine").textContent = title();
	for (const [name, text] of facts())
		$("facts").append(element("div", {}, element("dt", {}, name), element("dd", {}, text)));
	for (const text of notes())
		$("notes").append(element("li", {}, text));
	for (const error of document.querySelectorAll(".error"))
		error.textContent = `${(100 * step).toFixed(1)} %`;
	$("tool").textContent = page.tool;
}

fillHead();
fillFunctions();
fillSilent();
fillMachines();
drawFunction();
beginTree();
beginPaths();
beginBehind();
beginInterfaces();
beginPolls();
fillLosses();
fillCost();

// colours are read when a chart is drawn
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
	drawFunction();
	drawFlame();
	drawSteps();
});
})();
