// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <QTextDocument>

#include <cstdint>

namespace sonde::content {

// A document of Markdown without HTML. Nothing is fetched: a picture is a line that names it.
class MarkdownDocument final : public QTextDocument {
    Q_OBJECT
public:
    // Laying out more takes longer than the window may stand still (measured: 20,000 items of a
    // list 17 s, one word of 100,000 letters 1 s).
    static constexpr std::size_t kMaxBytes = 100'000;
    static constexpr int kMaxLines = 2'000;
    static constexpr int kMaxItems = 1'000;
    static constexpr int kMaxMarks = 1'000; // back-ticks
    static constexpr int kMaxWord = 2'000; // characters without a space
    static constexpr int kMaxParagraph = 30'000;

    using QTextDocument::QTextDocument;

    static bool canShow(const Bytes &utf8);
    // Whether the text has a mark of Markdown; a plain text keeps its line ends.
    static bool isMarkdown(QStringView text);

    // Shows nothing if it cannot be shown.
    void setText(const Bytes &utf8);

protected:
    QVariant loadResource(int type, const QUrl &url) override;

private:
    void replacePictures();
};

} // namespace sonde::content
