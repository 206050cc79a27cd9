// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "models/trace/linediff.h"

#include <QWidget>

#include <functional>
#include <utility>

class QListView;

namespace sonde::models {
class DiffModel;
}

namespace sonde::look {
class ColorLabel;
}

namespace sonde::content {

// Two texts as lines that went and came, with the numbers of both, and what is the same folded.
// They are compared off the window's thread.
class TextDiffView final : public QWidget {
    Q_OBJECT
public:
    explicit TextDiffView(QWidget *parent = nullptr);

    // `texts` gives the older and the newer one; it runs on another thread.
    void compare(std::function<std::pair<Bytes, Bytes>()> texts);
    void setNothing(const QString &why);
    // False while texts are compared.
    bool isReady() const { return m_ready; }
    const models::DiffModel &model() const { return *m_model; }
    QString summary() const; // "1 line removed, 2 added"

Q_SIGNALS:
    void ready();

private:
    void take(models::LineDiff diff);

    models::DiffModel *m_model;
    QListView *m_list;
    look::ColorLabel *m_summary;
    BackgroundJob m_comparing;
    bool m_ready = true;
};

} // namespace sonde::content
