// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/regex.h"
#include "models/trace/tracefilterproxy.h"

#include <QCache>
#include <QIdentityProxyModel>

#include <optional>
#include <utility>

namespace sonde::models {

// The messages of a trace in which something stands, with the place where it does instead of the
// target. The search runs in the background and fills the list from its top.
class SearchHits : public QIdentityProxyModel {
    Q_OBJECT
public:
    enum class Mode { Text, Bytes, Expression };
    static constexpr std::uint64_t kMaxLooked = 64 * 1024; // bytes of a message, for its excerpt

    explicit SearchHits(TraceModel &trace, QObject *parent = nullptr);

    // An empty text finds nothing. What is wrong with it as a sentence, and nothing is found then.
    QString search(Mode mode, const QString &text);
    // The search as a filter of the trace; empty when nothing is searched for.
    const QString &filter() const { return m_filter; }
    bool isComplete() const { return m_found.isComplete(); }
    trace::Number number(int row) const { return m_found.number(row); }
    // The bytes of the message that were found first; nothing beyond kMaxLooked.
    std::optional<std::pair<qint64, qint64>> placeOf(int row) const;

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void completed();

private:
    QString excerpt(int row) const;
    QString excerptOf(std::string_view bytes, bool isWhole) const;
    Result<Bytes> read(int row) const; // as much as is looked at

    TraceFilterProxy m_found;
    Mode m_mode = Mode::Text;
    QString m_text;
    QString m_filter;
    std::optional<Regex> m_regex;
    mutable QCache<trace::Number, QString> m_excerpts;
};

} // namespace sonde::models
