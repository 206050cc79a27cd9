// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "json/value.h"

#include <QScrollArea>

class QLabel;
class QVBoxLayout;

namespace sonde::widgets {

// The blocks of a tool result's `content`, one under the other: text as plain text, images
// decoded off the window's thread, everything else as its JSON (2025-11-25
// server/tools#tool-result).
class ContentBlocks : public QScrollArea {
    Q_OBJECT
public:
    explicit ContentBlocks(QWidget *parent = nullptr);

    // Copies what it shows: the document need not live on.
    void setContent(const json::Value &content);
    void setNothing(const QString &why);

    int blockCount() const { return m_blockCount; }

Q_SIGNALS:
    void imagesShown();

private:
    struct Picture {
        QLabel *label = nullptr;
        QLabel *caption = nullptr;
        std::string base64;
    };
    void startAfresh();
    QLabel *addCaption(const QString &text);
    QLabel *addText(const QString &text, bool fixedPitch);
    void addBlock(int number, const json::Value &block, std::vector<Picture> &pictures);
    void decode(std::vector<Picture> pictures);

    QVBoxLayout *m_layout = nullptr;
    BackgroundJob m_decoding;
    int m_blockCount = 0;
};

} // namespace sonde::widgets
