// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/findings/messagefindings.h"

#include <QWidget>

#include <optional>

namespace sonde::models {
class TraceModel;
}

namespace sonde::widgets {

class FindingCard;
class PlainTable;

// The findings about the message that is shown, and the one that is selected in full.
class FindingsPage : public QWidget {
    Q_OBJECT
public:
    // The model outlives it.
    explicit FindingsPage(const models::TraceModel &model, QWidget *parent = nullptr);

    // Shows what is known of these messages now; the first finding is selected anew if they are
    // other ones.
    void showMessages(trace::Number request, trace::Number response);
    int count() const { return m_findings->rowCount(); }
    const models::MessageFindings &findings() const { return *m_findings; }
    std::optional<findings::Finding> current() const;
    int currentRow() const; // -1 without one
    void select(const findings::Finding &finding);

    PlainTable &table() const { return *m_table; }
    FindingCard &card() const { return *m_card; }

Q_SIGNALS:
    void currentChanged();
    void valueRequested(); // of the current finding, in the message
    void messageRequested(sonde::trace::Number number); // another one that it is about

private:
    void showCurrent();

    const models::TraceModel &m_model;
    models::MessageFindings *m_findings;
    PlainTable *m_table;
    FindingCard *m_card;
};

} // namespace sonde::widgets
