// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/tracemodel.h"
#include "trace/transfer/snippet.h"

#include <QMenu>

#include <functional>

namespace sonde::widgets {

// Copies a message as something that sends it once more. Of a response, its request is copied.
class CopyAsMenu : public QMenu {
    Q_OBJECT
public:
    static constexpr std::uint32_t kMaxMessage = 1 << 20; // bytes

    // The words of sonde-cli for a server; see trace::SnippetSource.
    using ServerWords = std::function<QStringList(const QString &server)>;

    // The model outlives it.
    explicit CopyAsMenu(models::TraceModel &model, QWidget *parent = nullptr);

    void setNumber(trace::Number number); // 0: none
    void setServerWords(ServerWords words) { m_words = std::move(words); }
    // In an order of their own; menuAction() opens them all.
    QAction *action(trace::SnippetKind kind) const;

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    void add(trace::SnippetKind kind, const QString &text, const QString &tip);
    void copy(trace::SnippetKind kind);
    trace::SnippetSource source(trace::SnippetKind kind) const;

    models::TraceModel &m_model;
    trace::Number m_number = 0;
    ServerWords m_words;
};

} // namespace sonde::widgets
