#!/usr/bin/env node
// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A client for the suite that has a tap before the suite's server.
//   client-tapped.mjs SONDE-CLI CLIENT [ARGUMENT…] URL
//       ends as the client does

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [cli, client, ...words] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'sonde-tapped-'));
const tap = spawn(cli, ['tap', '--url', words.pop(), '--rewrite-metadata', '--json', '--record', join(folder, 'it.sonde')], {
    env: { ...process.env, SONDE_TAPS: join(folder, 'taps') }, // else a window that is open would show it
    stdio: ['pipe', 'pipe', 'inherit'],
});
let ended = 1; // unless the client says something else
tap.on('exit', () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(ended);
});

let said = '';
tap.stdout.setEncoding('utf8').on('data', text => {
    said += text;
    if (!said.endsWith('\n'))
        return;
    const host = spawn(client, [...words, JSON.parse(said).url], { stdio: 'inherit' });
    host.on('close', (code, signal) => {
        ended = code ?? 1;
        if (signal)
            console.error(`the client ended with ${signal}`);
        tap.kill();
    });
    // The suite ends a client that takes too long.
    process.on('SIGTERM', () => host.kill());
});
