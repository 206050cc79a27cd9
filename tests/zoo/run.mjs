// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Connects sonde-cli to the pinned servers of package.json, which are of many authors, and prints a
// line for each: what was negotiated, its lists, one harmless call where there is one, a recording,
// and the time from the start to the first result at first contact, beside that of the official
// Inspector's command line. A developer runs it; it is no part of ctest, since it needs the network
// once and starts programs of others:
//
//     cd tests/zoo
//     npm install --no-save --ignore-scripts --legacy-peer-deps --omit=optional
//     node run.mjs [--cli PATH_OF_SONDE_CLI] [PACKAGE…]
//
// The servers get no credentials, an environment like that of a host, and a new empty home folder,
// which is also all that the servers for files may see. A tool is called only when servers.json
// names it, or when it says that it reads only, in a closed world, and needs no argument. Sonde goes first, so that the
// files of a server are cold for it and warm for the Inspector. Exits with
// 1 when Sonde does not connect to a server of servers.json that is not marked as `fails`.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const modules = path.join(here, 'node_modules');
const servers = JSON.parse(fs.readFileSync(path.join(here, 'servers.json'), 'utf8'));
const kPatience = 60_000; // ms for a program, the start of the server included
const kInspector = '@modelcontextprotocol/inspector';

const wanted = process.argv.slice(2);
let cli = path.join(here, '../../build/release/bin/sonde-cli');
const at = wanted.indexOf('--cli');
if (at >= 0)
    [, cli] = wanted.splice(at, 2);

function manifest(name)
{
    return JSON.parse(fs.readFileSync(path.join(modules, name, 'package.json'), 'utf8'));
}

function programOf(name, wish)
{
    const { bin } = manifest(name);
    const file = typeof bin === 'string' ? bin : bin[wish ?? name.split('/').pop()] ?? Object.values(bin)[0];
    return path.join(modules, name, file);
}

// Runs a program to its end. `first`: ms until the first byte on standard output.
function run(program, args, env, cwd, input = '')
{
    return new Promise((done) => {
        const began = performance.now();
        const child = spawn(program, args, { env, cwd });
        const result = { out: '', err: '', first: NaN };
        const timer = setTimeout(() => child.kill('SIGKILL'), kPatience);
        child.stdout.on('data', (bytes) => {
            if (Number.isNaN(result.first))
                result.first = performance.now() - began;
            result.out += bytes;
        });
        child.stderr.on('data', (bytes) => { result.err += bytes; });
        child.on('error', (error) => { result.err += error.message; });
        child.on('close', (code, signal) => {
            clearTimeout(timer);
            done({ ...result, code: code ?? signal });
        });
        child.stdin.on('error', () => {});
        child.stdin.end(input);
    });
}

function harmlessCall(server, tools)
{
    if (server.call)
        return server.call;
    const tool = tools.find(({ annotations, inputSchema }) => annotations?.readOnlyHint === true
        && annotations?.openWorldHint === false && !inputSchema?.required?.length);
    return tool && [tool.name];
}

const quote = (word) => `'${word.replaceAll("'", "'\\''")}'`;
const count = (text) => text.split('\n').filter(Boolean).length;
const ms = (time) => Number.isNaN(time) ? '-' : `${Math.round(time)} ms`;

async function visit(server)
{
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'zoo-'));
    const env = { HOME: home, PATH: process.env.PATH, TERM: 'dumb', XDG_CACHE_HOME: path.join(home, '.cache') };
    const command = [process.execPath, programOf(server.package, server.bin),
        ...(server.args ?? []).map((each) => each.replaceAll('HOME', home))];
    const row = { name: `${server.package} ${manifest(server.package).version}`, home };
    try {
        const list = await run(cli, ['--no-cache', '--quiet', '--json', 'tools', 'list', '--', ...command], env, home);
        row.sonde = list.first;
        row.code = list.code;
        row.why = list.err.split('\n')[0];
        const tools = list.code === 0
            ? list.out.split('\n').filter(Boolean).flatMap((page) => JSON.parse(page).tools ?? []) : [];
        row.tools = tools.length;
        const call = harmlessCall(server, tools);
        const file = path.join(home, 'zoo.sonde');
        const shell = async (line) => run(cli, ['--quiet', 'shell', '--', ...command], env, home, line + '\n');
        if (list.code === 0) {
            const lines = ['info', ...(call ? [`tools call ${call.map(quote).join(' ')} --timeout 20s`] : [])];
            const more = await run(cli,
                ['--quiet', '--record', file, 'shell', '--keep-going', '--', ...command], env, home,
                lines.join('\n') + '\n');
            row.revision = /^Revision\s+(.*)$/m.exec(more.out)?.[1] ?? '?';
            row.call = call ? `${call[0]}: ${more.code === 0 ? 'ok' : `exit code ${more.code}`}` : 'no call';
            const capabilities = /^Server capabilities\s+(.*)$/m.exec(more.out)?.[1] ?? '';
            for (const kind of ['resources', 'prompts']) {
                row[kind] = capabilities.includes(kind)
                    ? count((await shell(`${kind} list --output-format name`)).out) : '-';
            }
            const recorded = await run(cli, ['trace', 'show', file, '--json'], env, home);
            row.recorded = count(recorded.out);
        }
        if (fs.existsSync(path.join(modules, kInspector))) {
            const other = await run(process.execPath,
                [programOf(kInspector), '--cli', ...command, '--method', 'tools/list'], env, home);
            row.inspector = other.code === 0 ? other.first : NaN;
        }
    } finally {
        fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    }
    return row;
}

let failures = 0;
let earlier = 0;
let compared = 0;
for (const server of servers) {
    if (wanted.length > 0 && !wanted.includes(server.package))
        continue;
    const row = await visit(server);
    const good = row.code === 0;
    failures += good || server.fails ? 0 : 1;
    if (good && row.inspector > 0) {
        ++compared;
        earlier += row.sonde < row.inspector ? 1 : 0;
    }
    const what = good
        ? `${row.revision}, ${row.tools} tools, ${row.resources} resources, ${row.prompts} prompts, `
            + `${row.call}, ${row.recorded} recorded`
        : `${server.fails ? `not connected (${server.fails})` : 'FAILED'}, exit code ${row.code}: ${row.why}`;
    console.log(`${row.name}: ${what}; Sonde ${ms(row.sonde)}, Inspector ${ms(row.inspector ?? NaN)}`);
}
console.log(`${failures} failed; Sonde had the first result earlier with ${earlier} of ${compared} servers`);
process.exitCode = failures > 0 ? 1 : 0;
