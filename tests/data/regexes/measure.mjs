// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures with Node.js what JavaScript makes of the patterns in patterns.json, and writes the file
// anew: `node measure.mjs [FILE_WITH_AN_ARRAY_OF_PATTERNS]`. With the flag u, as ajv compiles a
// pattern. `matches` has a digit for each text: 1 where the pattern matches in it.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('patterns.json', import.meta.url);
const table = process.argv[2] ? undefined : JSON.parse(readFileSync(file, 'utf8'));
const patterns = table ? table.patterns.map(each => each.pattern)
                       : JSON.parse(readFileSync(process.argv[2], 'utf8'));
const texts = ['', 'a', 'A1', '2024-01-31', 'foo@example.com', 'é', '😀', '\n', 'a\nb', '-', '_x',
    '\u2028', 'ß١Ω', 'https://example.org/a?b#c', 'aab', 'foo bar', '1.2.3', 'x:80', '\u00a0', '{}'];

function measured(pattern)
{
    try {
        const regex = new RegExp(pattern, 'u');
        return { pattern, matches: texts.map(text => (regex.test(text) ? '1' : '0')).join('') };
    } catch {
        return { pattern };
    }
}

const rows = patterns.map(pattern => '        ' + JSON.stringify(measured(pattern)));
writeFileSync(file,
    '{\n    "measured with": ' + JSON.stringify(`Node.js ${process.version}`) + ',\n    "texts": '
        + JSON.stringify(texts) + ',\n    "patterns": [\n' + rows.join(',\n') + '\n    ]\n}\n');
