// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "models/signs/sign.h"
#include "models/trace/tracerows.h"
#include "trace/record/automaticmark.h"

#include <QCache>
#include <QVariant>

namespace sonde::models {

// What the cells of a trace's list show. Texts that have to be read are kept for the rows that were
// shown last.
class TraceCells {
public:
    // Both outlive it. The clock says how long what is pending has taken.
    TraceCells(const TraceRows &rows, const Clock &clock);

    static QString title(int column);
    static bool isNumeric(int column); // right-aligned
    // Why the time since the row above is negative; empty when it is not.
    static QString whyNegative(std::int64_t deltaNs);

    QVariant text(int row, int column) const;
    QVariant toolTip(int row, int column) const;
    QString findingCount(int row) const; // where there is no room for the text
    QString originTag(int row) const; // a word for the mark of what made it go; empty: ordinary use
    Sign sign(int row, int column) const;
    ColorRole colorRole(int row, int column) const;
    QString accessibleDescription(int row, int column) const;

    // The text under Target, read anew.
    QString readTarget(const trace::Record &record) const;
    QString eventText(const trace::Record &event, const Bytes &line) const;
    int automaticLine(int row) const; // the row that says that no user was asked; -1 without
    void forgetTexts(); // that were read

private:
    Sign statusSignOf(int row) const;
    QString statusTextOf(int row) const;
    QString plainStatus(int row) const; // without saying that no user was asked
    bool isOpenSubscription(const trace::Record &record) const;
    QString handling(int row) const; // what a tap did with the message; empty: nothing
    QString whyAutomatic(int row) const; // a sentence for each line; empty when a person was asked
    std::int64_t delta(int row) const; // to the row above
    Sign findingSign(int row) const;
    QString findingWord(int row) const; // for who does not see the sign
    QString findingText(int row) const;
    QString methodText(const trace::Record &record) const;
    QString placeText(int row) const; // server, connection and note
    QString originSentence(int row) const; // empty: ordinary use
    QString target(int row) const;
    QString id(const trace::Record &record) const;
    QString duration(int row) const;
    static QString size(const trace::Record &record);

    const TraceRows &m_rows;
    trace::Store &m_store;
    const Clock &m_clock;
    mutable QCache<trace::Number, QString> m_targets;
    mutable QCache<trace::Number, QString> m_oddErrors; // by the response
    mutable trace::AutomaticMark m_automatic;
};

} // namespace sonde::models
