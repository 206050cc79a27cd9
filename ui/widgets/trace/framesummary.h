// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/bytes/byteframe.h"
#include "trace/record/messageframe.h"

namespace sonde::widgets {

// The frame as the bytes show it. Of a message on several data lines the pieces are these: its
// text is what they say together, and has no place for where one of them was cut.
content::ByteFrame byteFrame(const trace::MessageFrame &frame, const trace::Record &record);

// Where the calls begin that moved a range of a stream, for the bytes from `origin` on. Nothing
// when it was one.
std::vector<content::ByteFrame::Piece> pieceMarks(
    const trace::Pieces &pieces, std::uint64_t origin, bool written);

// "The frame came in 3 reads over 3.2 ms"; empty when there is nothing to tell.
QString frameSummary(const trace::MessageFrame &frame, const trace::Record &record);

} // namespace sonde::widgets
