// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/require.h"
#include "serve/httpparser.h"

#include <cstdint>
#include <string>
#include <vector>

// The requests in a stream are the same however it was split, and none of them holds what could be
// read in another way. The first byte of the input chooses the split, the rest is the stream.

namespace {

using sonde::serve::HttpField;
using sonde::serve::HttpParser;
using sonde::serve::ServedRequest;

std::string describe(const ServedRequest &request)
{
    std::string text = request.method + ' ' + request.path + '?' + request.query + '\n';
    for (const HttpField &field : request.fields)
        text += field.name + '=' + field.value + '\n';
    return text + '\n' + request.body;
}

void check(const ServedRequest &request)
{
    require(!request.method.empty() && request.path.starts_with('/'));
    require(request.body.size() <= sonde::serve::kMaxBody);
    require(request.fields.size() <= sonde::serve::kMaxFields);
    for (const HttpField &field : request.fields) {
        require(!field.name.empty());
        require(field.name.find_first_of(" \t\r\n:") == std::string::npos);
        require(field.value.find_first_of("\r\n") == std::string::npos);
        require(field.value.find('\0') == std::string::npos);
    }
}

// Pieces of 1, 2, … `longest` bytes in turn; 0 is the whole stream at once. The last entry is the
// status of what was refused.
std::vector<std::string> requestsOf(std::string_view stream, std::size_t longest)
{
    HttpParser parser;
    std::vector<std::string> requests;
    std::size_t length = longest ? 1 : stream.size();
    for (std::size_t at = 0; at < stream.size() && parser.problemStatus() == 0;) {
        const std::string_view piece = stream.substr(at, length);
        const std::size_t taken = parser.feed(piece);
        require(taken == piece.size() || parser.isComplete() || parser.problemStatus() != 0);
        at += taken;
        if (parser.isComplete()) {
            const ServedRequest request = parser.take();
            check(request);
            requests.push_back(describe(request));
            require(parser.isFresh());
        }
        if (longest)
            length = length % longest + 1;
    }
    requests.push_back(std::to_string(parser.problemStatus()));
    return requests;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 1)
        return 0;
    const std::size_t longest = data[0] % 17 + std::size_t(1);
    const std::string_view stream(reinterpret_cast<const char *>(data) + 1, size - 1);
    const std::vector<std::string> whole = requestsOf(stream, 0);
    require(whole == requestsOf(stream, 1));
    require(whole == requestsOf(stream, longest));
    return 0;
}
