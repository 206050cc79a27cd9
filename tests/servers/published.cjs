// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Loaded before a published server.
const http = require('node:http');

// Debian 12 has Node.js 18, where the global `crypto` that they use is still behind an option.
globalThis.crypto ??= require('node:crypto').webcrypto;

// Node.js closes a connection that was idle for five seconds, and a request that is written at that
// moment fails in the client (EPIPE): on a busy machine now and then one does.
const {createServer} = http;
http.createServer = (...made) => Object.assign(createServer(...made), {keepAliveTimeout: 0});
require('node:module').syncBuiltinESMExports();
