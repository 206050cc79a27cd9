#!/usr/bin/env node
// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A published relay of MCP between two pairs of pipes: the passthrough proxy with its stdio side,
// and a target that is a program. Its own command has only URLs as targets.
//   relay.mjs PROGRAM…

import { createStdioPassthroughProxy } from '@civic/passthrough-mcp-server';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

console.error = () => {}; // it logs every message: writing the lines costs it more than the message

const [command, ...args] = process.argv.slice(2);
const proxy = await createStdioPassthroughProxy({
    target: {
        transportType: 'custom',
        transportFactory: () => new StdioClientTransport({ command, args }),
    },
});
// The proxy does not end with its host.
process.stdin.on('end', async () => {
    await proxy.stop();
    process.exit(0);
});
