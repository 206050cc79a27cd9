// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A server on stdio that speaks revision 2026-07-28 and, to clients that begin with `initialize`,
// the handshake revisions. None of the published reference servers speaks 2026-07-28 yet.

import { McpServer, acceptedContent, inputRequired } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const said = text => ({ content: [{ type: 'text', text }] });

function makeServer() {
    const server = new McpServer(
        { name: 'sonde-modern-peer', version: '1.0.0' },
        { capabilities: { tools: {} }, instructions: 'A peer for the tests of Sonde.' });

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

serveStdio(makeServer);
