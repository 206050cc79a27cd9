// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "base/bytes.h"
#include "models/tap/editedvalues.h"
#include "json/document.h"

#include <QWidget>

#include <memory>

namespace sonde::look {
class PanelTitle;
}

namespace sonde::widgets {

class PlainTable;

// The values that were changed in a held message, each with what the input schema of its tool says.
// Hidden while there is nothing to say.
class EditList : public QWidget {
    Q_OBJECT
public:
    explicit EditList(QWidget *parent = nullptr);

    // `inputSchema` of the tool that is called; null: none, or it is not known.
    void compare(const Bytes &came, const Bytes &goes,
        const std::shared_ptr<const json::Document> &inputSchema);

    void clear(); // nothing is compared

    PlainTable &table() { return *m_table; }
    QString verdict() const; // of the input schema; empty: there is none
    // Whether the input schema does not accept the arguments; false without a verdict.
    bool isMisfit() const { return m_isMisfit; }

Q_SIGNALS:
    void compared(); // verdict() and isMisfit() are of the newest text

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void show(const models::EditedValues &values);

    models::EditedValueModel *m_model;
    look::PanelTitle *m_title;
    PlainTable *m_table;
    QString m_verdict;
    bool m_isMisfit = false;
    BackgroundJob m_job;
};

} // namespace sonde::widgets
