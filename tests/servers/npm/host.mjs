// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A host that is made of the published SDK: starts a server over stdio, or connects to one with a
// URL, walks through everything that it offers, ends it, and prints each message that it received,
// one a line, and what the server wrote to stderr.
//   host.mjs PROGRAM ARGUMENT…
//   host.mjs URL        Streamable HTTP, or HTTP with SSE if its path ends with /sse

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [command, ...args] = process.argv.slice(2);
function transportTo(url) {
    if (url.pathname.endsWith('/sse'))
        return new SSEClientTransport(url);
    return new StreamableHTTPClientTransport(url);
}
const transport = command.startsWith('http') ? transportTo(new URL(command))
    : new StdioClientTransport({ command, args, env: process.env, stderr: 'pipe' });
let diagnostics = '';
transport.stderr?.on('data', data => { diagnostics += data; });

const client = new Client({ name: 'sonde-test-host', version: '1.0.0' }, { capabilities: {} });
await client.connect(transport);
// The order of notifications and responses is the server's own affair: it is not always the same.
const received = [];
const handle = transport.onmessage;
transport.onmessage = (message, extra) => {
    if ('id' in message)
        received.push(JSON.stringify(message));
    handle(message, extra);
};
console.log(JSON.stringify([client.getServerVersion(), client.getServerCapabilities()]));

const can = client.getServerCapabilities() ?? {};
const texts = { message: 'Grüße 🌍 \u2028 \u0000 end', path: '/', a: 1, b: 2 };
if (can.tools) {
    for (const tool of (await client.listTools()).tools) {
        if (['echo', 'sum', 'get-sum', 'list_allowed_directories', 'read_graph'].includes(tool.name))
            await client.callTool({ name: tool.name, arguments: texts });
    }
    await client.callTool({ name: 'echo', arguments: { message: 'x'.repeat(3_000_000) } });
    await Promise.all(Array.from({ length: 200 }, (_, i) =>
        client.callTool({ name: 'echo', arguments: { message: `${i}` } })));
}
if (can.resources) {
    const { resources } = await client.listResources();
    await client.listResourceTemplates();
    if (resources[0])
        await client.readResource({ uri: resources[0].uri });
}
if (can.prompts)
    await client.listPrompts();
await client.ping();
await transport.terminateSession?.();
await client.close();
console.log(received.join('\n'));
// Node.js 18 keeps connections that a closed client has left, and with them the program.
process.stdout.write(`${JSON.stringify(diagnostics)}\n`, () => {
    if (command.startsWith('http'))
        process.exit();
});
