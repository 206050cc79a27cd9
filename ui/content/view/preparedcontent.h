// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/base/content.h"
#include "content/base/tabledata.h"
#include "content/media/audiofacts.h"
#include "content/media/decodedimage.h"
#include "content/text/decodedtext.h"

#include <stop_token>

namespace sonde::content {

// A Content decoded and looked at, ready to be shown: made on a pool thread, never changed after.
struct Prepared {
    Bytes bytes; // the payload, decoded; what is saved
    Bytes raw; // the block as it arrived
    QString type; // what the server says it is: "image/png"; what the bytes say, if it does not
    QString sniffed; // what the bytes say; empty: nothing
    QString note; // what is wrong or odd; empty: nothing
    bool broken = false; // the note is an error
    std::vector<View> views; // that can show it, the best one first, Raw last

    DecodedText text;
    std::shared_ptr<const json::Document> document; // for the tree
    json::NodeId root = json::kNoNode;
    std::shared_ptr<const TableData> table;
    DecodedImage image;
    AudioFacts audio;

    bool offers(View view) const;
};

// Heavy work: for a BackgroundJob. Gives what it has when it is stopped.
std::shared_ptr<const Prepared> prepare(const Content &content, const std::stop_token &stop);

} // namespace sonde::content
