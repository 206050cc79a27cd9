// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>

// A bundle with a server of a few lines for Node.js, without a package.
namespace sonde::test {

// Its tool `where` returns its arguments, its folder and the variable KEY.
inline QByteArray nodeServer()
{
    return R"(const lines = require('readline').createInterface({ input: process.stdin });
const reply = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
lines.on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined)
        return;
    if (method === 'initialize')
        reply(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} },
            serverInfo: { name: 'bundled', version: '1.0.0' } });
    else if (method === 'tools/list')
        reply(id, { tools: [{ name: 'where', inputSchema: { type: 'object' } }] });
    else if (method === 'tools/call')
        reply(id, { content: [{ type: 'text', text: JSON.stringify(
            { args: process.argv.slice(2), cwd: process.cwd(), key: process.env.KEY ?? null }) }] });
    else
        console.log(JSON.stringify({ jsonrpc: '2.0', id,
            error: { code: -32601, message: 'Method not found' } }));
});
)";
}

// For ZipWriter: the manifest of the bundle with that server.
inline QByteArray nodeManifest()
{
    return R"({"manifest_version":"0.3","name":"where","display_name":"Where","version":"1.0.0",
"description":"Says where it runs.","author":{"name":"Ann"},"server":{"type":"node",
"entry_point":"server/index.js","mcp_config":{"command":"node",
"args":["${__dirname}/server/index.js","${user_config.folders}","--level=${user_config.level}"],
"env":{"KEY":"${user_config.key}"}}},"compatibility":{"platforms":["linux"]},
"user_config":{"key":{"type":"string","title":"Key","description":"A secret.","sensitive":true,
"required":true},"folders":{"type":"directory","title":"Folders","description":"To read.",
"multiple":true},"level":{"type":"number","title":"Level","description":"A number.","default":3,
"min":1,"max":9}}})";
}

} // namespace sonde::test
