// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A host that is made of the published SDK, version 2: lists, calls, reads and gets what a server
// offers, and prints each response that it received, one a line.
//   client.mjs ERA OFFER PROGRAM ARGUMENT…
//   client.mjs ERA OFFER URL
// ERA: legacy, or auto, which begins with server/discover. OFFER: JSON with a resource and a prompt.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [era, offer, command, ...args] = process.argv.slice(2);
const { resource, prompt } = JSON.parse(offer);
const transport = command.startsWith('http') ? new StreamableHTTPClientTransport(new URL(command))
    : new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' });
const client = new Client({ name: 'sonde-test-client', version: '2.0.0' },
    { capabilities: {}, versionNegotiation: { mode: era } });
await client.connect(transport);
console.log(JSON.stringify([client.getServerVersion(), client.getServerCapabilities()]));
const print = result => console.log(JSON.stringify(result));
print(await client.listTools());
print(await client.callTool({ name: 'echo', arguments: { message: 'Grüße 🌍' } }));
await client.callTool({ name: 'no-such-tool', arguments: {} }).then(print, error => print(`${error}`));
if (resource)
    print(await client.readResource({ uri: resource }));
if (prompt)
    print(await client.getPrompt({ name: prompt }));
await transport.terminateSession?.();
await client.close();
