#!/usr/bin/env node
// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Starts a server with a tap before it, so that the suite talks through the tap.
//   tapped.mjs SONDE-CLI PROGRAM [ARGUMENT…]
//       The program says "listening on URL" on standard error; this says the same with the URL of
//       the tap.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [cli, program, ...words] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'sonde-tapped-'));
const server = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
let tap;

function end(code) {
    server.kill();
    tap?.kill();
    rmSync(folder, { recursive: true, force: true });
    process.exit(code);
}
process.on('SIGTERM', () => end(0));
server.on('exit', () => end(1));

function startTap(url) {
    const words = ['tap', '--url', url, '--json', '--record', join(folder, 'it.sonde')];
    // Else a window that is open would show it.
    const env = { ...process.env, SONDE_TAPS: join(folder, 'taps') };
    tap = spawn(cli, words, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    tap.on('exit', () => end(1));
    let said = '';
    tap.stdout.setEncoding('utf8').on('data', text => {
        said += text;
        if (said.endsWith('\n'))
            console.error(`listening on ${JSON.parse(said).url}`);
    });
}

let said = '';
server.stderr.setEncoding('utf8').on('data', text => {
    said = (said + text).slice(-10_000);
    const found = /listening on (\S+)\n/.exec(said);
    if (found && !tap)
        startTap(found[1]);
});
