// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "content/base/viewer.h"
#include "content/text/texthits.h"

namespace sonde::content {

class FindBar;
class TextView;
struct DecodedText;

// A text with its encoding and line ends, and a line to search in it.
class TextViewer final : public Viewer {
    Q_OBJECT
public:
    explicit TextViewer(const DecodedText &text, QWidget *parent = nullptr);

    TextView &view() { return *m_view; }
    bool canFind() const override { return true; }
    void openFind() override;
    int wantedHeight(int width, int most) const override;
    QString facts() const override { return m_facts; }

private:
    void find(const QString &text);
    void step(int by);
    void goTo(qint64 hit);

    TextView *m_view;
    FindBar *m_find;
    QString m_facts;
    TextHits m_hits;
    qint64 m_current = -1;
    BackgroundJob m_finding;
};

} // namespace sonde::content
