// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A server on stdio that speaks revision 2026-07-28 and, to clients that begin with `initialize`,
// the handshake revisions; with --http PORT the same over HTTP. None of the published reference
// servers speaks 2026-07-28 yet.

import { createServer } from 'node:http';
import {
    McpServer, acceptedContent, createMcpHandler, inputRequired,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

let notify = { toolsChanged() {} };
const said = text => ({ content: [{ type: 'text', text }] });

function makeServer() {
    const server = new McpServer(
        { name: 'sonde-modern-peer', version: '1.0.0' },
        { capabilities: { tools: { listChanged: true } }, instructions: 'A peer for the tests of Sonde.' });

    server.registerTool('echo',
        { description: 'Gives the message back', inputSchema: z.object({ message: z.string() }) },
        async ({ message }) => said(message));

    server.registerTool('sum',
        {
            description: 'Adds two numbers; the result is structured',
            inputSchema: z.object({ a: z.number(), b: z.number() }),
            outputSchema: z.object({ sum: z.number() }),
            annotations: { readOnlyHint: true },
        },
        async ({ a, b }) => ({ ...said(String(a + b)), structuredContent: { sum: a + b } }));

    server.registerTool('steps',
        { description: 'Reports its progress', inputSchema: z.object({ count: z.number().int() }) },
        async ({ count }, context) => {
            const progressToken = context.mcpReq._meta?.progressToken;
            for (let progress = 1; progressToken !== undefined && progress <= count; ++progress) {
                await context.mcpReq.notify({
                    method: 'notifications/progress',
                    params: { progressToken, progress, total: count },
                });
            }
            return said('done');
        });

    server.registerTool('change',
        { description: 'Tells who listens that the tools have changed', inputSchema: z.object({}) },
        async () => {
            notify.toolsChanged();
            return said('told');
        });

    // 2026-07-28: a server asks by answering with input_required, never by a request of its own.
    server.registerTool('confirm',
        { description: 'Asks before it acts', inputSchema: z.object({ what: z.string() }) },
        async ({ what }, context) => {
            const requestedSchema = z.object({ yes: z.boolean() });
            const answer = acceptedContent(context.mcpReq.inputResponses, 'sure', requestedSchema);
            if (answer?.yes)
                return said(`${what}: done`);
            const sure = inputRequired.elicit({ message: `Really ${what}?`, requestedSchema });
            return inputRequired({ inputRequests: { sure } });
        });

    return server;
}

// The handler speaks the web's Request and Response.
function serveHttp(port) {
    const handler = createMcpHandler(makeServer);
    notify = handler.notify;
    createServer(async (incoming, outgoing) => {
        const left = new AbortController();
        outgoing.on('close', () => left.abort());
        const parts = [];
        for await (const part of incoming)
            parts.push(part);
        const { method, headers, url } = incoming;
        const body = method === 'GET' ? undefined : Buffer.concat(parts);
        const response = await handler.fetch(new Request(
            `http://127.0.0.1:${port}${url}`, { method, headers, body, signal: left.signal }));
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.flushHeaders();
        try {
            for await (const part of response.body ?? [])
                outgoing.write(part);
        } catch { // the client has closed the stream
        }
        outgoing.end();
    }).listen(port, '127.0.0.1', () => console.error(`listening on port ${port}`));
}

if (process.argv[2] === '--http')
    serveHttp(Number(process.argv[3]));
else
    serveStdio(makeServer);
