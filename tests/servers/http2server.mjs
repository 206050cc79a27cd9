// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An HTTP/2 server over TLS: `node http2server.mjs CERTIFICATE KEY` prints its port, then one line
// for each request: "METHOD PATH SESSION". It ends with its stdin.
import { createSecureServer } from "node:http2";
import { readFileSync } from "node:fs";

const [certificate, key] = process.argv.slice(2);
const server = createSecureServer({
  cert: readFileSync(certificate),
  key: readFileSync(key),
  settings: { maxConcurrentStreams: 4 },
});

const sessions = new Map();
const numberOf = (session) => {
  if (!sessions.has(session)) sessions.set(session, sessions.size);
  return sessions.get(session);
};

function flood(stream, left) {
  const part = Buffer.alloc(65536, "x");
  while (left > 0) {
    left -= part.length;
    if (!stream.write(part)) {
      stream.once("drain", () => flood(stream, left));
      return;
    }
  }
  stream.end();
}

server.on("session", (session) => session.on("error", () => {}));
server.on("stream", (stream, headers) => {
  const path = headers[":path"];
  console.log(headers[":method"], path, numberOf(stream.session));
  stream.on("error", () => {});
  if (path === "/destroy") {
    stream.session.destroy();
  } else if (path === "/reset") {
    stream.close(2); // INTERNAL_ERROR, after it was read
  } else if (path === "/refuse") {
    stream.close(7); // REFUSED_STREAM: libcurl would send it again
  } else if (path === "/hold") {
    stream.respond({ ":status": 200, "content-type": "text/event-stream" });
    stream.write("data: held\n\n");
  } else if (path === "/half") {
    stream.respond({ ":status": 200, "content-type": "text/event-stream" });
    stream.write("data: half\n\n", () => stream.session.destroy());
  } else if (path === "/flood") {
    stream.respond({ ":status": 200 });
    flood(stream, 1024 * 65536);
  } else {
    const parts = [];
    stream.on("data", (part) => parts.push(part));
    stream.on("end", () => {
      stream.additionalHeaders({ ":status": 103, link: "</x>" });
      stream.respond({ ":status": 200, "x-got": JSON.stringify(headers) });
      stream.end(Buffer.concat(parts));
    });
  }
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
