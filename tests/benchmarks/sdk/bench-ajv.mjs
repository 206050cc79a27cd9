#!/usr/bin/env node
// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The workload of ../bench_schema.cpp through ajv.
//   bench-ajv.mjs REPEAT FILE

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const kRounds = 20_000;
const kWarmUp = 5_000; // its code is compiled while it runs

const [repeat, file] = process.argv.slice(2);
if (!file) {
    console.error('usage: bench-ajv.mjs REPEAT FILE');
    process.exit(1);
}
const { schema, instance } = JSON.parse(readFileSync(file, 'utf8'));
const text = JSON.stringify(instance);
const validate = new Ajv2020({ allErrors: false, strict: false }).compile(schema);

function round(value) {
    if (!validate(value()))
        throw new Error(JSON.stringify(validate.errors));
}

function report(what, value) {
    for (let i = 0; i < kWarmUp; ++i)
        round(value);
    const runs = [];
    for (let run = 0; run < Math.max(1, Number(repeat)); ++run) {
        const begin = performance.now();
        for (let i = 0; i < kRounds; ++i)
            round(value);
        runs.push(performance.now() - begin);
    }
    runs.sort((a, b) => a - b);
    const ms = runs[Math.floor(runs.length / 2)];
    console.log(JSON.stringify({ client: 'ajv', what, ms, perSecond: kRounds / ms * 1000 }));
}

report('a parsed value', () => instance);
report('its text, parsed each time', () => JSON.parse(text));
