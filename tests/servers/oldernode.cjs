// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Loaded before a published server: Debian 12 has Node.js 18, where the global `crypto` that they
// use is still behind an option.
globalThis.crypto ??= require('node:crypto').webcrypto;
