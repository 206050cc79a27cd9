// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/usage.h"

namespace sonde::cli {

QStringView helpText()
{
    return uR"(sonde-cli: speak to an MCP server from the command line

  sonde-cli [options] tools list                             -- PROGRAM [ARG…]
  sonde-cli [options] tools call NAME [key=text|key:=json]…  -- PROGRAM [ARG…]
  sonde-cli [options] request METHOD [PARAMS_JSON]           -- PROGRAM [ARG…]
  sonde-cli [options] info                                   -- PROGRAM [ARG…]

PROGRAM is started as the server and spoken to over its stdin and stdout. There
is no shell in between: every ARG reaches it as it is.

Commands
  tools list    the server's tools; every page of the list
  tools call    calls a tool. key=text sends a string, key:=json sends the JSON
                byte for byte: count:=3 flag:=true list:='[1,2]'
  request       sends any request, PARAMS_JSON byte for byte
  info          what was agreed with the server and why, what both sides offer

Options, anywhere before --
  --args JSON           tools call: all arguments as one JSON text, byte for
  --args @FILE          byte, from the command line, from a file
  --args -              or from standard input
  --json                print the result exactly as it arrived, in one line
                        (tools list: one line for every page)
  --era ERA             auto (the default), legacy: initialize, up to
                        2025-11-25, or modern: from 2026-07-28
  --revision REVISION   this protocol revision and no other
  --timeout TIME        for the handshake, and again for the request: 500ms, 2s
                        (without it: 10s, and 60s without a sign of life)
  --env NAME=VALUE      set for the server; may be given several times
  --cwd DIR             the folder the server is started in
  --record FILE         keep the whole session in a new file
  --trace               show the wire traffic and the server's stderr on stderr
                        → sent  ← received  ! stderr  · what happened
                        (over HTTP: requests, answers and their messages)
  --help, --version     say this; say the version

Results go to standard output, everything else to standard error.

Exit codes
    0  fine
    1  wrong input, or a file named in it cannot be read or written
    3  the server asks for authorization
    4  cannot connect: not started, no answer to the handshake, connection lost
    5  the tool reported an error
    6  the server answered with a JSON-RPC error
    7  no answer to the request in time
  130  interrupted (128 and the signal's number)
)";
}

} // namespace sonde::cli
