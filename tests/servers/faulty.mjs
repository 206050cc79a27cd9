// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A small server of 2025-11-25 and earlier that follows the specification, except where a switch on
// its command line says otherwise: node faulty.mjs --unknown-tool-ok. On stdio, or with --http over
// HTTP at a free port, which it prints on stderr.

import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';

const faults = new Set(process.argv.slice(2).map(word => word.replace(/^--/, '')));
const has = name => faults.has(name);
const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

class Refusal extends Error {
    constructor(code, message) {
        super(message);
        this.code = code;
    }
}
const invalid = message => new Refusal(-32602, message);

const templateOf = () => {
    if (has('bad-template')) return 'faulty:///{id';
    return has('open-template') ? 'faulty:///{' : 'faulty:///{id}';
};

const tools = () => {
    const all = [
        { name: 'echo', description: 'Gives the text back.', annotations: { readOnlyHint: true },
            inputSchema: { type: 'object', properties: { text: { type: 'string', description: 'What to say.' } } } },
        { name: 'count', description: 'Counts to three.', annotations: { readOnlyHint: true },
            inputSchema: { type: 'object' },
            outputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
    ];
    if (has('null-absent')) all[0].title = null;
    if (has('no-input-schema')) delete all[0].inputSchema;
    if (has('wrong-schema')) all[0].inputSchema.required = 'text';
    if (has('output-schema-array')) all[1].outputSchema = { type: 'array' };
    if (has('bad-name')) all[0].name = 'say it';
    if (has('no-description')) delete all[0].description;
    if (has('equal-descriptions')) all[1].description = all[0].description;
    if (has('hidden-text')) all[0].description += '\u200b';
    if (has('bare-parameter')) delete all[0].inputSchema.properties.text.description;
    if (has('case-twin')) all.push({ ...all[0], name: 'Echo', description: 'Gives it back.' });
    if (has('long-definition')) all[0].description = 'long '.repeat(5000);
    if (has('duplicate-tool')) all.push({ ...all[0] });
    if (has('relative-icon')) all[0].icons = [{ src: 'echo.png' }];
    if (has('tools-change') && ++listings > 1) all.pop();
    if (has('read-and-destroy')) all[0].annotations.destructiveHint = true;
    return all;
};
let listings = 0;

const taskOf = taskId => ({ taskId, status: 'working', createdAt: '2026-01-01T00:00:00Z',
    lastUpdatedAt: '2026-01-01T00:00:00Z', ttl: null });

function capabilities() {
    const all = { tools: { listChanged: true }, prompts: {}, resources: {}, completions: {}, logging: {} };
    if (has('undeclared-notification')) delete all.tools.listChanged;
    if (has('undeclared-prompts')) delete all.prompts;
    if (has('undeclared-log')) delete all.logging;
    if (has('unknown-task-ok')) all.tasks = {};
    return all;
}

let level = 'debug';
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

// The page of a list that has one page.
function page(params, member, items) {
    if (params.cursor !== undefined && !has('cursor-accepts-any')
        && !(has('cursor-stuck') && params.cursor === 'p2'))
        throw invalid('There is no such cursor.');
    const result = { [member]: items };
    if (has('cursor-null')) result.nextCursor = null;
    if (has('cursor-stuck')) result.nextCursor = 'p2';
    return result;
}

function callTool(params, send) {
    if (params.name === undefined && !has('missing-params-ok')) throw invalid('There is no name.');
    const token = params._meta?.progressToken;
    const progress = (progressToken, n) =>
        send({ method: 'notifications/progress', params: { progressToken, progress: n } });
    if (token !== undefined && has('unknown-progress')) progress('never-given', 1);
    if (token !== undefined && has('progress-stands')) { progress(token, 1); progress(token, 1); }
    if (token !== undefined && has('progress-late')) {
        after(() => { progress(token, 1); progress(token, 2); progress(token, 3); });
    }
    switch (params.name) {
    case 'count': {
        if (has('error-as-rpc')) throw new Refusal(-32603, 'The counter is broken.');
        const structuredContent = { n: has('wrong-structured') ? 'three' : 3 };
        const content = [{ type: 'text', text: has('no-text-copy') ? '3' : JSON.stringify(structuredContent) }];
        return has('no-structured') ? { content } : { content, structuredContent };
    }
    case 'echo':
    case 'say it':
        if (has('no-content')) return {};
        if (has('long-result')) return { content: [{ type: 'text', text: 'long '.repeat(25000) }] };
        if (has('image-url')) return { content: [{ type: 'image', data: 'http://a/b.png', mimeType: 'image/png' }] };
        if (has('bad-audience')) return { content: [{ type: 'text', text: '', annotations: { audience: 'user' } }] };
        return { content: [{ type: 'text', text: params.arguments?.text ?? '' }] };
    default:
        if (has('unknown-tool-ok')) return { content: [] };
        if (has('unknown-tool-flag')) return { content: [], isError: true };
        throw invalid('There is no such tool.');
    }
}

function initialize(params) {
    const known = revisions.includes(params.protocolVersion);
    if (!known && has('refuse-version')) throw invalid('Unsupported protocol version');
    const protocolVersion = known || has('echo-version') ? params.protocolVersion : revisions.at(-1);
    const result = { protocolVersion, capabilities: capabilities(), serverInfo: { name: 'faulty', version: '1' } };
    // Later revisions do not say it in so many words.
    if (has('result-and-error')) result.protocolVersion = '2025-06-18';
    if (has('strange-version')) result.protocolVersion = '1.0.0';
    if (has('no-server-info')) delete result.serverInfo;
    return result;
}

function readResource(params) {
    if (params.uri === undefined && !has('missing-params-ok')) throw invalid('There is no uri.');
    if (params.uri === undefined) return { contents: [] };
    if (params.uri !== 'faulty:///note') {
        if (has('unknown-resource-ok')) return { contents: [] };
        throw new Refusal(-32002, 'There is no such resource.');
    }
    if (has('blob-not-base64')) return { contents: [{ uri: params.uri, blob: 'data:,hello' }] };
    if (has('text-and-blob')) return { contents: [{ uri: params.uri, text: 'a', blob: 'YQ==' }] };
    return { contents: [{ uri: params.uri, mimeType: 'text/plain', text: 'hello' }] };
}

function getPrompt(params) {
    if (params.name === undefined && !has('missing-params-ok')) throw invalid('There is no name.');
    if (params.name !== 'greet' && !has('unknown-prompt-ok')) throw invalid('There is no such prompt.');
    return { messages: [{ role: 'user', content: { type: 'text', text: 'Say hello.' } }] };
}

function complete(params) {
    if (params.ref?.name !== 'greet' && params.ref?.type === 'ref/prompt' && !has('unknown-reference-ok'))
        throw invalid('There is no such prompt.');
    return { completion: { values: has('many-completions') ? Array(101).fill('a') : ['hello'] } };
}

function setLevel(params) {
    if (!levels.includes(params.level) && !has('any-level')) throw invalid('There is no such level.');
    if (levels.includes(params.level)) level = params.level;
    return {};
}

function resultOf(method, params, send) {
    switch (method) {
    case 'initialize': return initialize(params);
    case 'ping':
        if (has('no-ping')) break;
        return has('ping-body') ? { ok: true } : {};
    case 'tools/list': return page(params, 'tools', tools());
    case 'tools/call': return callTool(params, send);
    case 'prompts/list':
        return page(params, 'prompts', [{ name: 'greet', description: 'Greets.', arguments: [{ name: 'who', description: 'Whom.' }] }]);
    case 'prompts/get': return getPrompt(params);
    case 'resources/list':
        return page(params, 'resources', [{ uri: has('bad-uri') ? '/note' : 'faulty:///note', name: 'note' }]);
    case 'resources/templates/list':
        if (has('templates-missing')) break;
        return page(params, 'resourceTemplates',
            [{ uriTemplate: templateOf(), name: 'notes' }]);
    case 'resources/read': return readResource(params);
    case 'tasks/get':
        if (has('unknown-task-ok')) return taskOf(params.taskId);
        throw invalid('Unknown task');
    case 'completion/complete': return complete(params);
    case 'logging/setLevel':
        if (has('undeclared-log') || has('no-set-level')) break;
        return setLevel(params);
    }
    if (has('unknown-method-ok')) return {};
    if (has('unknown-method-code')) throw new Refusal(-32000, 'What?');
    throw new Refusal(-32601, 'Method not found');
}

// Runs later, but before the next message.
function after(work) {
    setImmediate(work);
}

// The faults in how a response is written; they would break the handshake.
function distorted(response, method) {
    if (method !== 'resources/templates/list') return [response];
    if (has('wrong-id')) response.id = String(response.id);
    if (has('no-jsonrpc')) delete response.jsonrpc;
    if (has('result-and-error')) response.error = { code: -32603, message: 'no' };
    if (has('result-array')) response.result = [];
    if (has('error-without-code')) return [{ jsonrpc: '2.0', id: response.id, error: { message: 'no' } }];
    if (has('error-code-text')) return [{ jsonrpc: '2.0', id: response.id, error: { code: 'E', message: 'no' } }];
    return has('double-response') ? [response, response] : [response];
}

// What a server may need long for.
function isWork(method, params) {
    return ['tools/call', 'prompts/get', 'resources/read'].includes(method)
        && ['count', 'greet', 'faulty:///note'].includes(params?.name ?? params?.uri);
}

const used = new Set(); // ids

// Gives what is sent for a message.
function receive(message, send) {
    const write = each => send({ jsonrpc: '2.0', ...each });
    const { method, id } = message;
    if (id === undefined) {
        if (method === 'notifications/initialized') greet(write);
        if (has('notification-answered')) write({ id: null, error: { code: -32601, message: 'no' } });
        return;
    }
    if (method === undefined) return; // a response, or no message
    if (has('duplicate-id-silent') && used.has(id)) return;
    used.add(id);
    if (has('unknown-method-silent') && method === 'sonde/unknown-method') return;
    if (has('long-work') && isWork(method, message.params)) return;
    let response;
    try {
        response = { jsonrpc: '2.0', id, result: resultOf(method, message.params ?? {}, write) };
    } catch (error) {
        response = { jsonrpc: '2.0', id, error: { code: error.code ?? -32603, message: error.message } };
    }
    if (method === 'initialize' && has('early-request')) write({ id: 'early', method: 'roots/list' });
    distorted(response, method).forEach(send);
    if (method === 'logging/setLevel' && has('log-level-ignored'))
        write({ method: 'notifications/message', params: { level: 'debug', data: 'hello' } });
}

function greet(write) {
    if (has('undeclared-notification'))
        write({ method: 'notifications/tools/list_changed' });
    if (has('undeclared-log'))
        write({ method: 'notifications/message', params: { level: 'error', data: 'hello' } });
    if (has('unsubscribed-update'))
        write({ method: 'notifications/resources/updated', params: { uri: 'faulty:///note' } });
    if (has('stray-response')) write({ id: 4711, result: {} });
}

// A text that is not JSON is ignored: no revision that all clients know has an error without an id.
function parsed(line, send) {
    try {
        return JSON.parse(line);
    } catch (error) {
        if (has('broken-json-crash')) throw error;
        if (has('broken-json-code')) send({ jsonrpc: '2.0', id: null, error: { code: -32603, message: 'no' } });
        return { method: 'notifications/none' };
    }
}

function serveStdio() {
    if (has('stdout-noise')) process.stdout.write('Server started\n');
    const send = message => process.stdout.write(JSON.stringify(message) + '\n');
    if (has('no-exit')) setInterval(() => {}, 1000);
    let text = '';
    process.stdin.on('data', data => {
        text += data;
        const lines = text.split('\n');
        text = lines.pop();
        lines.filter(line => line !== '').forEach(line => receive(parsed(line, send), send));
    });
}

// The status for the headers of a request; 0: they are fine.
function refusedStatus(request, message, sessions) {
    const origin = request.headers.origin;
    if (origin !== undefined && !has('any-origin')) return has('origin-400') ? 400 : 403;
    if (message?.method === 'initialize') return 0;
    const version = request.headers['mcp-protocol-version'];
    if (version !== undefined && !revisions.includes(version) && !has('any-version')) return 400;
    const session = request.headers['mcp-session-id'];
    if (session === undefined) return has('no-session-422') ? 422 : 400;
    if (!sessions.has(session)) return has('dead-session-ok') ? 0 : has('dead-session-400') ? 400 : 404;
    return 0;
}

function serveHttp() {
    const sessions = new Set();
    const server = createServer((request, response) => {
        let body = '';
        request.on('data', data => body += data);
        request.on('end', () => {
            const end = (status, headers = {}, text = '') => { response.writeHead(status, headers); response.end(text); };
            let message = null;
            try {
                message = body === '' ? null : JSON.parse(body);
            } catch {
                if (has('broken-json-ok')) return end(202);
                const error = { jsonrpc: '2.0', error: { code: has('broken-json-error') ? -32603 : -32700, message: 'Parse error' } };
                return end(400, { 'Content-Type': 'application/json' }, JSON.stringify(error));
            }
            const refused = refusedStatus(request, message, sessions);
            if (refused !== 0) return end(refused);
            if (request.method === 'DELETE') {
                sessions.delete(request.headers['mcp-session-id']);
                return end(204);
            }
            if (request.method === 'GET') return has('get-400') ? end(400) : end(405);
            const sent = [];
            if (Array.isArray(message)) {
                if (has('batch-refused')) return end(400);
                message.forEach(each => receive(each, answer => sent.push(answer)));
                return end(200, { 'Content-Type': 'application/json' }, JSON.stringify(sent));
            }
            if (has('text-ids') && message.id === Number.MAX_SAFE_INTEGER) message.id = String(message.id);
            receive(message, each => sent.push(each));
            const answer = sent.find(each => 'result' in each || 'error' in each);
            if (answer === undefined) return has('notification-200') ? end(200) : end(202);
            const headers = { 'Content-Type': has('text-response') && message.method === 'ping' ? 'text/plain' : 'application/json' };
            if (message.method === 'initialize') {
                const session = has('session-with-space') ? `a ${sessions.size}` : randomUUID();
                sessions.add(session);
                headers['Mcp-Session-Id'] = session;
            }
            end(200, headers, JSON.stringify(answer));
        });
    });
    server.listen(0, '127.0.0.1', () => console.error(`listening on http://127.0.0.1:${server.address().port}/mcp`));
}

has('http') ? serveHttp() : serveStdio();
