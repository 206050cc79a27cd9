#!/usr/bin/env node
// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Stands for a browser in which a person agrees at once: opens the address and follows it to where
// it ends.
await (await fetch(process.argv[2])).text();
