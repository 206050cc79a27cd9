// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// An MCP server (Streamable HTTP) that wants the tokens of one authorization server.

import { randomUUID } from 'node:crypto';
import express from 'express';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

export const scopes = ['mcp:read', 'mcp:admin'];

function makeServer() {
    const server = new McpServer({ name: 'sonde-protected-peer', version: '1.0.0' });
    const said = text => ({ content: [{ type: 'text', text }] });
    server.registerTool('whoami', { description: 'Whose token it is, and its scopes' },
        ({ authInfo }) => said(`${authInfo.extra.sub} ${authInfo.scopes.join(' ')}`));
    server.registerTool('admin', { description: 'Needs mcp:admin' }, () => said('admin'));
    return server;
}

export function makeMcpServer({ issuer, resource }) {
    const origin = new URL(resource).origin;
    const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
    const sessions = new Map();
    const seen = new Set();
    const expired = new Set();
    const app = express();
    app.use(express.json());

    app.get('/.well-known/oauth-protected-resource/mcp', (_, response) => response.json({
        resource, authorization_servers: [issuer], scopes_supported: scopes }));

    function challenge(response, status, error, scope) {
        response.status(status).set('WWW-Authenticate', `Bearer ${error ? `error="${error}", ` : ''}`
            + `scope="${scope}", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`)
            .json({});
    }

    app.use('/mcp', async (request, response, next) => {
        const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
        if (!token)
            return challenge(response, 401, null, scopes[0]);
        const claims = await jwtVerify(token, keys, { issuer, audience: resource })
            .then(({ payload }) => payload, () => null);
        if (!claims || expired.has(token))
            return challenge(response, 401, 'invalid_token', scopes[0]);
        seen.add(token);
        const had = (claims.scope ?? '').split(' ');
        const needed = request.body?.params?.name === 'admin' ? scopes[1] : scopes[0];
        if (!had.includes(needed))
            return challenge(response, 403, 'insufficient_scope', needed);
        request.auth = { token, clientId: claims.client_id, scopes: had, extra: { sub: claims.sub } };
        next();
    });

    app.all('/mcp', async (request, response) => {
        let transport = sessions.get(request.headers['mcp-session-id']);
        if (!transport) {
            transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID,
                onsessioninitialized: id => sessions.set(id, transport) });
            await makeServer().connect(transport);
        }
        await transport.handleRequest(request, response, request.body);
    });
    return {
        app,
        expireTokens: () => seen.forEach(token => expired.add(token)),
    };
}
