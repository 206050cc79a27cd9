// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/toolmodel.h"

#include <QWidget>

class QLineEdit;
class QListView;

namespace sonde::content {
class ToneLabel;
}

namespace sonde::widgets {

// The tools of a server, with a field that narrows them down.
class ToolList : public QWidget {
    Q_OBJECT
public:
    explicit ToolList(QWidget *parent = nullptr);

    void setListing(const mcp::Listing &listing); // keeps the chosen tool when it is still there
    void choose(const QString &tool);
    int chosenRow() const; // in model(), -1 without
    const models::ToolModel &model() const { return *m_model; }
    void focusFilter();

Q_SIGNALS:
    void chosen(int row);
    void activated(); // Return on a tool: to its arguments

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    models::ToolModel *m_model;
    models::ToolFilterProxy *m_proxy;
    QLineEdit *m_filter;
    QListView *m_list;
    content::ToneLabel *m_stopped;
    QString m_chosen;
};

} // namespace sonde::widgets
