#!/usr/bin/env node
// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Records the client scenarios of the public conformance suite, one session file for each start of
// the client, and checks every recording against the specification: what our client sends must be
// without errors, and an error of the suite's own servers must be in findings-explained.json, with
// the reason. An explanation that is no longer needed fails, too.
//   findings.mjs SONDE-CLI CONFORMANCE-CLIENT
// It ends with 77 when the suite is not installed.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const fewest = 30; // recordings, or the suite did not do what it should

function give(code, sentence) {
    console.error(`findings: ${sentence}`);
    process.exit(code);
}

// A command for the suite that records each of its starts in a file of its own.
function recordingCommand(folder, program) {
    const script = join(folder, 'client.sh');
    writeFileSync(script, `#!/bin/sh\nexec '${program}' --record `
        + `'${folder}'/$$.sonde "$@"\n`);
    chmodSync(script, 0o755);
    return script;
}

function errorsOf(program, file) {
    const run = spawnSync(program, ['trace', 'check', '--level', 'error', '--format', 'json', file],
        { encoding: 'utf8' });
    if (run.status !== 0 && run.status !== 11)
        give(1, `${file} cannot be checked (${run.status}): ${run.stderr}`);
    return JSON.parse(run.stdout).findings;
}

// By the party and the rule: "server session.ended-404".
function gather(program, folder) {
    const errors = new Map();
    const files = readdirSync(folder).filter(name => name.endsWith('.sonde'));
    for (const name of files) {
        for (const finding of errorsOf(program, join(folder, name))) {
            const key = `${finding.party} ${finding.rule}`;
            errors.set(key, { count: (errors.get(key)?.count ?? 0) + 1, finding });
        }
    }
    return { errors, count: files.length };
}

function main([program, client]) {
    if (!program || !client)
        give(2, 'say which sonde-cli and which client (see the head of findings.mjs)');
    if (!existsSync(join(here, 'node_modules', '@modelcontextprotocol', 'conformance')))
        give(77, 'the suite is not installed: ./dev test does it (npm ci in tests/conformance)');
    const explained = JSON.parse(readFileSync(join(here, 'findings-explained.json'), 'utf8'));
    const folder = mkdtempSync(join(tmpdir(), 'sonde-findings-'));
    try {
        // Whether the scenarios are clean is for the other tests to say.
        const run = spawnSync(process.execPath, [join(here, 'run.mjs'), 'client', '--suite', 'all',
            '--command', recordingCommand(folder, client)], { encoding: 'utf8' });
        if (run.status === 77)
            give(77, run.stderr);
        const { errors, count } = gather(program, folder);
        const open = [...errors].filter(([key]) => !explained[key]);
        for (const [key, { count: times, finding }] of open)
            console.log(`${key}, ${times} times: ${finding.sentence}`);
        const stale = Object.keys(explained).filter(key => !errors.has(key));
        for (const key of stale)
            console.log(`not found any longer, so take its explanation away: ${key}`);
        console.log(`${count} recordings, ${errors.size - open.length} explained errors, `
            + `${open.length} others`);
        process.exitCode = open.length + stale.length === 0 && count >= fewest ? 0 : 1;
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

main(process.argv.slice(2));
