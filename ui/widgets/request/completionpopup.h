// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/completions.h"

#include <QFrame>

class QListView;
class QStringListModel;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// The values proposed for a field, under it or above it. Lies over the window's contents and never
// has the focus.
class CompletionPopup : public QFrame {
    Q_OBJECT
public:
    explicit CompletionPopup(QWidget *window);

    void open(const QWidget &field, const mcp::Completions &completions);
    QStringList values() const;
    QString current() const; // empty until one is chosen
    void step(int by); // the choice, around the ends

Q_SIGNALS:
    void chosen(const QString &value);

private:
    QStringListModel *m_model;
    QListView *m_list;
    look::ColorLabel *m_more;
};

} // namespace sonde::widgets
