#!/usr/bin/env node
// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The workloads of ../workload.h through the TypeScript SDK's own stdio client.
//   bench-sdk.mjs REPEAT v1|v2 SERVER…
// SERVER is a program with its arguments, or a URL: then only the calls are measured.

const kHttpRequests = 2_000;
const kWindow = 64;
const kNotifications = 100_000;
const kNotificationSize = 200;
const kBigSize = 16 << 20;
const kLongTimeout = { timeout: 300_000 };

const [repeat, version, command, ...args] = process.argv.slice(2);
if (!command) {
    console.error('usage: bench-sdk.mjs REPEAT v1|v2 SERVER…');
    process.exit(1);
}

const overHttp = command.startsWith('http://');
const kRequests = overHttp ? kHttpRequests : 10_000;
let onLog = () => {};

async function connect() {
    const self = { name: 'bench', version: '1' };
    const started = { command, args, stderr: 'inherit', maxBufferSize: 1 << 28 };
    if (version === 'v1') {
        const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
        const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
        const { LoggingMessageNotificationSchema: log }
            = await import('@modelcontextprotocol/sdk/types.js');
        const client = new Client(self);
        client.setNotificationHandler(log, message => onLog(message));
        if (overHttp) {
            const { StreamableHTTPClientTransport: Http }
                = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
            await client.connect(new Http(new URL(command)));
        } else {
            await client.connect(new StdioClientTransport(started));
        }
        return client;
    }
    const { Client, StreamableHTTPClientTransport: Http } = await import('@modelcontextprotocol/client');
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    const client = new Client(self);
    client.setNotificationHandler('notifications/message', message => onLog(message));
    await client.connect(overHttp ? new Http(new URL(command)) : new StdioClientTransport(started));
    return client;
}

const client = await connect();

async function exchange(window, ask) {
    let asked = 0;
    const one = async () => {
        while (asked < kRequests)
            await ask(asked++);
    };
    await Promise.all(Array.from({ length: window }, one));
}

const ping = () => client.ping();
const echo = i => client.callTool({ name: 'echo', arguments: { message: `m${i}` } });

async function flood() {
    let counted = 0;
    const all = new Promise((resolve, reject) => {
        onLog = message => {
            if (parseInt(message.params.data) !== counted++)
                reject(new Error('the flood came out of order'));
            if (counted === kNotifications)
                resolve();
        };
    });
    const flooding = { n: kNotifications, size: kNotificationSize };
    await client.callTool({ name: 'flood', arguments: flooding }, undefined, kLongTimeout);
    await all;
}

async function big() {
    const call = { name: 'big', arguments: { bytes: kBigSize } };
    const result = await client.callTool(call, undefined, kLongTimeout);
    if (result.content[0].text.length !== kBigSize)
        throw new Error('the big result is not what was asked for');
}

async function measure(what, count, work) {
    const runs = [];
    for (let i = 0; i < Number(repeat); ++i) {
        const begin = performance.now();
        await work();
        runs.push(performance.now() - begin);
    }
    runs.sort((a, b) => a - b);
    const ms = runs[runs.length >> 1];
    console.log(JSON.stringify({
        client: `sdk ${version}`, what, ms, perSecond: count / ms * 1000,
        least: runs[0], most: runs.at(-1),
    }));
}

await exchange(kWindow, ping);
await measure('ping, one at a time', kRequests, () => exchange(1, ping));
await measure('ping, 64 in flight', kRequests, () => exchange(kWindow, ping));
if (!overHttp) {
    await measure('tools/call, 64 in flight', kRequests, () => exchange(kWindow, echo));
    await measure('100,000 notifications of 200 B', kNotifications, flood);
    await measure('one result of 16 MiB', 1, big);
}
await client.close();
process.exit(0);
