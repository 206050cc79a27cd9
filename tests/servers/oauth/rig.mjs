#!/usr/bin/env node
// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// rig.mjs [SCRIPT]: an authorization server and an MCP server that wants its tokens, each at a port
// of 127.0.0.1. SCRIPT runs in the pages for a person. The first line of the output is an object
// with the `resource`, the `issuer` and the `document` of a client. Then a line of the input is
// answered with a line: `expire` (the tokens so far are good no longer), `revoke` (so are the
// refresh tokens) and `life SECONDS` (of tokens from now on). A client that registers with a scope
// is held to it. The end of the input ends it.

import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { clientDocument, makeAuthorizationServer } from './authorizationserver.mjs';
import { makeMcpServer, scopes } from './mcpserver.mjs';

console.info = console.warn = () => {}; // remarks about a server that is no test

async function listen() {
    const server = createServer();
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
    return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

const [first, second] = [await listen(), await listen()];
const issuer = first.origin;
const resource = `${second.origin}/mcp`;
const authorization = await makeAuthorizationServer(
    { issuer, resource, scopes, script: process.argv[2] ?? '' });
const mcp = makeMcpServer({ issuer, resource });
first.server.on('request', authorization.app);
second.server.on('request', mcp.app);
console.log(JSON.stringify({ issuer, resource, document: clientDocument }));

for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'expire')
        mcp.expireTokens();
    else if (line.startsWith('life '))
        authorization.setLife(Number(line.slice(5)));
    else
        await authorization.revokeRefreshTokens();
    console.log(line);
}
process.exit(0);
