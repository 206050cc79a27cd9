// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A client for the public conformance suite that is made of the published SDK, version 2: uses
// everything that the server at the URL offers, and accepts what it asks for. It logs in nowhere.
//   suiteclient.mjs URL

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const samples = { string: 'x', number: 1, integer: 1, boolean: true, array: [], object: {} };

function sampleOf(schema) {
    const values = {};
    for (const [name, property] of Object.entries(schema?.properties ?? {}))
        values[name] = property.default ?? property.enum?.[0] ?? samples[property.type] ?? null;
    return values;
}

const client = new Client({ name: 'sonde-test-client', version: '2.0.0' }, {
    capabilities: { elicitation: { form: { applyDefaults: true } } }, versionNegotiation: { mode: 'auto' },
});
client.setRequestHandler('elicitation/create', ({ params }) =>
    ({ action: 'accept', content: sampleOf(params.requestedSchema) }));
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
const can = client.getServerCapabilities() ?? {};
for (const tool of can.tools ? (await client.listTools()).tools : [])
    await client.callTool({ name: tool.name, arguments: sampleOf(tool.inputSchema) }).catch(() => {});
for (const { uri } of can.resources ? (await client.listResources()).resources : [])
    await client.readResource({ uri }).catch(() => {});
for (const prompt of can.prompts ? (await client.listPrompts()).prompts : []) {
    const words = (prompt.arguments ?? []).map(each => [each.name, 'x']);
    await client.getPrompt({ name: prompt.name, arguments: Object.fromEntries(words) }).catch(() => {});
}
await client.close();
