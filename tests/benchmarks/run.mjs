#!/usr/bin/env node
// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs every benchmark one after the other and prints what came out beside the budgets.
//   run.mjs BIN-FOLDER [REPEAT] [--keep]
// Beside each figure stands the last one that was kept; --keep makes the new ones the last.
// ./dev bench starts it on one processor: a wake-up across processors of a small virtual machine
// costs more than the exchange that is measured.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [bin, repeat = '5'] = process.argv.slice(2).filter(argument => argument !== '--keep');
const keeps = process.argv.includes('--keep');
const server = join(bin, 'echoserver');
let failures = 0;

// The rows a program prints, one JSON text a line.
function rows(program, args, environment = {}) {
    if (!existsSync(program)) {
        console.error(`bench: there is no ${program}`);
        ++failures;
        return [];
    }
    const done = spawnSync(program, args, {
        encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], timeout: 600_000,
        env: { ...process.env, ...environment },
    });
    if (done.status !== 0) {
        console.error(`bench: ${program} ${args.join(' ')} ended with ${done.status ?? done.signal}`);
        ++failures;
    }
    return done.stdout.split('\n').filter(Boolean).map(line => JSON.parse(line));
}

// The last figures by table and row; what this machine gives for them is comparable only as ratios.
const keptFile = join(here, 'figures.json');
const last = existsSync(keptFile) ? JSON.parse(readFileSync(keptFile, 'utf8')) : {};

// A row with the last figure before its budget, and its figure for the next time.
function besideLast(title, head, row) {
    const cells = names => names.map(name => row[head.indexOf(name)]?.trim()).filter(Boolean);
    const key = [title.split(' (')[0], ...cells(['what', 'workload', 'program', 'parser', 'client'])].join(' | ');
    const before = last[key] ?? '';
    const figure = cells(['ratio', 'figure', 'time', 'speed']).find(text => text !== '-');
    if (keeps && figure)
        last[key] = figure;
    return withLast(head, row, before);
}

function withLast(head, row, text) {
    const at = head.includes('budget') ? head.indexOf('budget') : row.length;
    return [...row.slice(0, at), text, ...row.slice(at)];
}

function print(title, shortHead, shortTable) {
    const head = withLast(shortHead, shortHead, 'last');
    const table = shortTable.map(row => besideLast(title, shortHead, row.map(String)));
    const lines = [head, ...table];
    const widths = head.map((_, i) => Math.max(...lines.map(line => line[i].length)));
    console.log(`\n${title}`);
    lines.forEach((line, n) => {
        const cells = line.map((cell, i) => i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]));
        console.log(`  ${cells.join('  ')}`.trimEnd());
        if (n === 0)
            console.log(`  ${widths.map(width => '-'.repeat(width)).join('  ')}`);
    });
}

const grouped = number => Math.round(number).toLocaleString('en-US');
const verdict = met => (met ? 'met' : 'MISSED');
const times = ratio => `${ratio >= 100 ? grouped(ratio) : ratio.toFixed(ratio < 10 ? 2 : 1)} x`;

// ---- The five workloads -------------------------------------------------------------------------

// The least ratio to the SDK v1, in speed, that the window's two threads and the command line's
// one have to reach; where there is none the ratio is only shown.
const workloads = [
    { what: 'ping, one at a time', unit: '/s', two: 1, one: 2 },
    { what: 'ping, 64 in flight', unit: '/s', two: 10, one: 10 },
    { what: 'tools/call, 64 in flight', unit: '/s' },
    { what: '100,000 notifications of 200 B', unit: 'ms', two: 20, one: 20 },
    { what: 'one result of 16 MiB', unit: 'ms', two: 10, one: 10 },
];

function benchWorkloads() {
    const sdk = join(here, 'sdk/bench-sdk.mjs');
    const found = [
        ...rows(join(bin, 'rawpipe'), [repeat, server]),
        ...rows(process.execPath, [sdk, repeat, 'v1', server]),
        ...rows(process.execPath, [sdk, repeat, 'v2', server]),
        ...rows(join(bin, 'bench_client'), [repeat, 'one-thread', server]),
        ...rows(join(bin, 'bench_client'), [repeat, 'wire-thread', server]),
    ];
    const table = [];
    for (const { what, unit, two, one } of workloads) {
        const of = client => found.find(row => row.client === client && row.what === what);
        const figure = row => {
            if (!row)
                return '-';
            return unit === 'ms' ? `${row.ms.toFixed(1)} ms` : `${grouped(row.perSecond)} /s`;
        };
        const peers = ['raw', 'sdk v1', 'sdk v2'].map(client => figure(of(client)));
        for (const [label, client, least] of
            [['window (2 threads)', 'sonde, wire thread', two], ['cli (1 thread)', 'sonde, one thread', one]]) {
            const row = of(client);
            const ratio = row && of('sdk v1') ? of('sdk v1').ms / row.ms : NaN;
            table.push([what, ...peers, label, figure(row),
                Number.isNaN(ratio) ? '-' : times(ratio), least ? `>= ${least} x` : '-',
                least ? verdict(ratio >= least) : '']);
        }
    }
    print('Through the engine, recording into a session file (median of '
        + `${repeat}; the ratio is to the SDK v1)`,
    ['workload', 'bare pipe', 'SDK v1', 'SDK v2', 'client', 'figure', 'ratio', 'budget', ''], table);
}

// ---- Over HTTP ----------------------------------------------------------------------------------

// Both clients against the demo server, in the revision both speak with a handshake.
async function benchHttp() {
    const demo = spawn(join(bin, 'sonde-demo-server'), ['--http', '127.0.0.1:0'],
        { stdio: ['ignore', 'ignore', 'pipe'] });
    const [said] = await once(demo.stderr, 'data');
    const url = /http:\/\/\S+/.exec(said)?.[0];
    const sdk = join(here, 'sdk/bench-sdk.mjs');
    const found = [
        ...rows(process.execPath, [sdk, repeat, 'v1', url], { NODE_NO_WARNINGS: '1' }),
        ...rows(process.execPath, [sdk, repeat, 'v2', url], { NODE_NO_WARNINGS: '1' }),
        ...rows(join(bin, 'bench_client'), [repeat, 'one-thread', url]),
        ...rows(join(bin, 'bench_client'), [repeat, 'wire-thread', url]),
        ...rows(join(bin, 'bench_client'), [repeat, 'unrecorded', url]),
    ];
    demo.kill();
    const table = [];
    for (const what of ['ping, one at a time', 'ping, 64 in flight']) {
        const of = client => found.find(row => row.client === client && row.what === what);
        const peer = of('sdk v1');
        const bare = of('sonde, unrecorded');
        for (const [label, client] of [['SDK v1', 'sdk v1'], ['SDK v2', 'sdk v2'],
            ['Sonde, window (2 threads)', 'sonde, wire thread'],
            ['Sonde, cli (1 thread)', 'sonde, one thread'], ['  without recording', 'sonde, unrecorded']]) {
            const row = of(client);
            const recording = row && bare && client === 'sonde, one thread'
                ? `${(1e6 / row.perSecond - 1e6 / bare.perSecond).toFixed(1)} us` : '';
            table.push([what, label, row ? `${grouped(row.perSecond)} /s` : '-',
                row && peer ? times(row.perSecond / peer.perSecond) : '-', recording]);
        }
    }
    print(`Over HTTP on the loopback, against the demo server (median of ${repeat})`,
        ['workload', 'client', 'figure', 'ratio', 'recording adds'], table);
}

// ---- Between a host and a server ----------------------------------------------------------------

// One run of each in turn, so that a slow moment of the machine hits all of them. The published relay
// reads and writes each message, and records none.
function benchTap() {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-bench-'));
    const ways = {
        nothing: [server],
        relay: [join(bin, 'rawrelay'), server],
        peer: [process.execPath, join(here, 'sdk/relay.mjs'), server],
        tap: [join(bin, 'sonde-cli'), 'tap', '--record', folder, '--', server],
    };
    const runs = { nothing: [], relay: [], peer: [], tap: [] };
    for (let i = 0; i < Number(repeat); ++i) {
        for (const way of Object.keys(ways))
            runs[way].push(...rows(join(bin, 'rawpipe'), ['--round-trips', ...ways[way]]));
    }
    const program = rows(join(bin, 'measureprogram'), ['tap', '11', ...ways.tap.slice(0, -1), 'true'])[0];
    rmSync(folder, { recursive: true });
    const median = (way, figure) =>
        runs[way].map(row => row[figure]).sort((a, b) => a - b)[Math.floor(runs[way].length / 2)] ?? NaN;
    const time = (what, figure, unit, most) => {
        const figures = Object.keys(ways).map(way => median(way, figure));
        const added = median('tap', figure) - median('nothing', figure);
        return [what, ...figures.map(value => `${value.toFixed(1)} ${unit}`),
            `+${added.toFixed(1)} ${unit}`, `<= +${most} ${unit}`, verdict(added <= most)];
    };
    const speeds = Object.keys(ways).map(way => median(way, 'perSecond'));
    const ratio = median('tap', 'perSecond') / median('relay', 'perSecond');
    print(`Between a host and a server, recording (median of ${repeat}; what is added is to nothing between)`,
        ['what', 'nothing', 'relay in C', 'passthrough-mcp-server', 'sonde-cli tap', 'figure', 'budget', ''], [
            time('a ping and its response, p50', 'p50', 'us', 30),
            time('a ping and its response, p99', 'p99', 'us', 200),
            ['pings, 64 in flight', ...speeds.map(value => `${grouped(value)} /s`),
                `${(100 * ratio).toFixed(0)} % of C`, '>= 60 %', verdict(ratio >= 0.6)],
            time('from exec to the first response', 'firstMs', 'ms', 15),
            ['memory of a short session', '', '', '', program ? `${program.megabytes} MB` : '-', '',
                '<= 20 MB', verdict(program?.megabytes <= 20)],
        ]);
}

// ---- Programs -----------------------------------------------------------------------------------

function benchPrograms() {
    const measure = (name, command, environment) =>
        rows(join(bin, 'measureprogram'), [name, '11', ...command], environment)[0];
    const floor = measure('floor', [join(bin, 'rawpipe'), '--list-once', server]);
    const programs = [
        {
            what: 'sonde-cli tools list, echo server', ms: 15, megabytes: 20,
            row: measure('cli', [join(bin, 'sonde-cli'), '--no-cache', 'tools', 'list', '--', server]),
        },
        {
            what: 'sonde, from exec to the first picture', ms: 150, megabytes: 60,
            // XDG folders of its own: the user's servers are neither opened nor changed.
            row: measure('window', [join(bin, 'bench_start')], {
                QT_QPA_PLATFORM: 'offscreen',
                XDG_CONFIG_HOME: join(bin, '../bench-home'), XDG_DATA_HOME: join(bin, '../bench-home'),
                XDG_CACHE_HOME: join(bin, '../bench-home'), XDG_STATE_HOME: join(bin, '../bench-home'),
            }),
        },
    ];
    const table = [['bare list (no JSON read)', floor ? `${floor.ms} ms` : '-',
        floor ? `${floor.megabytes} MB` : '-', '', '']];
    for (const { what, ms, megabytes, row } of programs) {
        const fine = row && !row.failed && row.ms <= ms && row.megabytes <= megabytes;
        table.push([what, row ? `${row.ms} ms` : '-', row ? `${row.megabytes} MB` : '-',
            `<= ${ms} ms, <= ${megabytes} MB`, row?.failed ? 'FAILED' : verdict(fine)]);
    }
    print('Programs, from exec to the end (median of 11, most memory)',
        ['program', 'time', 'memory', 'budget', ''], table);
}

// ---- JSON ---------------------------------------------------------------------------------------

function benchJson() {
    const found = rows(join(bin, 'bench_json'), [repeat]);
    const [own, ...others] = found;
    const ahead = own && others.every(other => own.megabytesPerSecond > other.megabytesPerSecond);
    const table = found.map(row => [row.what, `${grouped(row.megabytesPerSecond)} MB/s`,
        times(row.megabytesPerSecond / others[0].megabytesPerSecond),
        row === own ? '>= 500 MB/s, ahead of both' : '',
        row === own ? verdict(ahead && own.megabytesPerSecond >= 500) : '']);
    print('Parsing a large list of tools', ['parser', 'speed', 'ratio', 'budget', ''], table);
}

// ---- JSON Schema --------------------------------------------------------------------------------

function benchSchema() {
    const file = join(here, 'toolargument.json');
    const own = rows(join(bin, 'bench_schema'), [repeat, file]);
    const peers = rows(process.execPath, [join(here, 'sdk/bench-ajv.mjs'), repeat, file]);
    const table = own.map(row => {
        const peer = peers.find(other => other.what === row.what);
        const isParsed = row.what === 'a parsed value';
        return [row.what, `${grouped(row.perSecond)} /s`, peer ? `${grouped(peer.perSecond)} /s` : '-',
            peer ? times(row.perSecond / peer.perSecond) : '-', isParsed ? '>= 1 x' : '',
            isParsed ? verdict(row.perSecond >= peer?.perSecond) : ''];
    });
    print('Validating the arguments of a typical tool (2020-12)',
        ['what', 'Sonde', 'ajv', 'ratio', 'budget', ''], table);
}

// ---- The trace ----------------------------------------------------------------------------------

function benchTrace() {
    const budgets = new Map([
        ['open: first messages', 100], ['memory of the program', 250],
        ['scrolling: a frame', 1000 / 60], ['scrolling: slowest frame', 1000 / 60],
    ]);
    const budgetOf = what => budgets.get(what)
        ?? (what.endsWith('longest block') ? 50
            : what.endsWith('first hits') ? 100 : what.endsWith('whole filter') ? 1000 : undefined);
    const folder = mkdtempSync(join(tmpdir(), 'sonde-bench-'));
    const file = join(folder, 'bench.sonde');
    rows(join(bin, 'bench_trace'), [file, '1000000']);
    const found = rows(join(bin, 'bench_trace'), [file]);
    rmSync(folder, { recursive: true });
    const table = found.map(({ what, unit, figure }) => {
        const budget = budgetOf(what);
        return [what, `${figure.toFixed(1)} ${unit}`,
            budget ? `<= ${Number(budget.toFixed(1))} ${unit}` : '',
            budget ? verdict(figure <= budget) : ''];
    });
    print('A session file of 1,000,000 messages in its window', ['what', 'figure', 'budget', ''], table);
}

// ---- Large forms, contents and lists in the window ----------------------------------------------

function benchWindow() {
    const offscreen = { QT_QPA_PLATFORM: 'offscreen' };
    const found = [
        ...rows(join(bin, 'bench_findinglist'), [], offscreen),
        ...rows(join(bin, 'bench_form'), [], offscreen),
        ...['text', 'image', 'line', 'markdown', 'tools'].flatMap(
            what => rows(join(bin, 'bench_content'), [what], offscreen)),
    ];
    const budgets = [['longest block', 50], ['a key', 5], ['first view', 1000], ['memory', 3]];
    const table = found.map(({ what, unit, figure }) => {
        const isOfFindings = what.startsWith('findings of') && what.endsWith('longest block');
        const budget = isOfFindings ? 16 : budgets.find(([end]) => what.endsWith(end))?.[1];
        return [what, `${figure.toFixed(1)} ${unit}`, budget ? `<= ${budget} ${unit}` : '',
            budget ? verdict(figure <= budget) : ''];
    });
    print('Large forms, contents and lists in the window (memory: most of it, beside the size)',
        ['what', 'figure', 'budget', ''], table);
}

// ---- Findings -----------------------------------------------------------------------------------

// The checker has its own thread in the window; ./dev bench has one processor for both.
function benchFindings() {
    const found = rows(join(bin, 'bench_findings'), [repeat]);
    const of = (client, what) =>
        found.find(row => row.client === client && (!what || row.what === what));
    const [checked, without, recorded] =
        ['findings', 'without findings', 'with findings'].map(client => of(client));
    const hostile = of('findings', 'a hostile list of 64 MiB checked');
    const seconds = hostile ? hostile.ms / 1000 : NaN;
    const ratio = without && recorded ? recorded.perSecond / without.perSecond : NaN;
    const perMillion = checked ? 1e6 / checked.perSecond : NaN;
    print(`Checking calls of tools with progress and logs (median of ${repeat})`,
        ['what', 'figure', 'ratio', 'budget', ''], [
            ['a million messages checked', checked ? `${perMillion.toFixed(2)} s` : '-', '',
                '<= 5 s', verdict(perMillion <= 5)],
            ['  a message', checked ? `${perMillion.toFixed(2)} us` : '-', '', '', ''],
            ['a hostile list of 64 MiB checked', hostile ? `${seconds.toFixed(1)} s` : '-', '',
                '<= 10 s', verdict(seconds <= 10)],
            ['recorded without findings', without ? `${grouped(without.perSecond)} /s` : '-', '', '', ''],
            ['recorded while findings are computed', recorded ? `${grouped(recorded.perSecond)} /s` : '-',
                without && recorded ? times(ratio) : '-', '>= 0.97 x', verdict(ratio >= 0.97)],
        ]);
}

benchWorkloads();
await benchHttp();
benchTap();
benchFindings();
benchPrograms();
benchTrace();
benchWindow();
benchJson();
benchSchema();
if (keeps)
    writeFileSync(keptFile, `${JSON.stringify(last, null, 4)}\n`);
process.exit(failures ? 1 : 0);
