#!/usr/bin/env node
// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs the client scenarios of the suite with a client, once as it is and once through a tap: the
// suite must give both the same verdicts. What the verdicts are is the client's own affair. The
// scenarios of authorization are left out: they compare addresses, see client-tapped-not-yet.txt.
//   sameverdicts.mjs SONDE-CLI CLIENT [ARGUMENT…]
// It ends with 77 when the suite or the client is not installed.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const oldestNode = 20;
const fewest = 15; // scenarios, or the suite did not do what it should
const hosts = join(here, '..', 'hosts', 'node_modules', '@modelcontextprotocol', 'client');

function give(code, sentence) {
    console.error(`sameverdicts: ${sentence}`);
    process.exit(code);
}

// By scenario, with the numbers of its checks.
function verdictsOf(command) {
    const run = spawnSync(process.execPath, [join(here, 'run.mjs'), 'client', '--suite', 'all',
        '--command', command.join(' ')], { encoding: 'utf8', maxBuffer: 1 << 26 });
    if (run.status === 77)
        give(77, run.stderr);
    const found = new Map();
    for (const [, word, name, counts] of run.stdout.matchAll(/^(ok|FAIL|NONE) +(\S+) +(passed .*)$/gm)) {
        if (!name.startsWith('auth/'))
            found.set(name, `${word} ${counts}`);
    }
    return found;
}

const [cli, ...client] = process.argv.slice(2);
if (!cli || client.length === 0)
    give(2, 'say which sonde-cli and which client (see the head of sameverdicts.mjs)');
if (Number(process.versions.node.split('.')[0]) < oldestNode)
    give(77, `the client needs Node.js ${oldestNode}`);
if (!existsSync(hosts))
    give(77, 'the client is not installed: ./dev test does it (npm ci in tests/hosts)');
const expected = verdictsOf(client);
const seen = verdictsOf([process.execPath, join(here, 'client-tapped.mjs'), cli, ...client]);
const names = new Set([...expected.keys(), ...seen.keys()]);
const others = [...names].filter(name => expected.get(name) !== seen.get(name));
for (const name of others)
    console.log(`${name}: ${expected.get(name)}; through a tap: ${seen.get(name)}`);
const clean = [...expected.values()].filter(verdict => verdict.startsWith('ok')).length;
console.log(`${names.size} scenarios, ${clean} of them clean; ${others.length} with other verdicts through a tap`);
process.exitCode = others.length === 0 && clean > 0 && names.size >= fewest ? 0 : 1;
