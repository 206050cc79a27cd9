// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/searchhits.h"

#include <QStringBuilder>

#include <algorithm>

namespace sonde::models {

namespace {

constexpr int kMaxExcerpts = 2000;
constexpr qsizetype kBefore = 24; // characters of an excerpt before what was found
constexpr qsizetype kAfter = 120;
constexpr qsizetype kBytesBefore = 4;
constexpr qsizetype kBytesAfter = 24;

constexpr KindGroups kNothing{}; // lets no row through

QString conditionOf(SearchHits::Mode mode, const QString &text)
{
    const QLatin1String begin(mode == SearchHits::Mode::Bytes ? "bytes contains "
            : mode == SearchHits::Mode::Expression            ? "text matches "
                                                              : "text contains ");
    return begin % trace::quotedForFilter(text);
}

QString singleLine(QString text)
{
    std::replace_if(
        text.begin(), text.end(), [](QChar c) { return !c.isPrint(); }, QLatin1Char(' '));
    return text;
}

QString around(const QString &text, qsizetype at)
{
    const qsizetype from = std::max<qsizetype>(0, at - kBefore);
    const qsizetype length = at - from + kAfter;
    return (from > 0 ? QStringLiteral("…") : QString()) % singleLine(text.mid(from, length))
        % (from + length < text.size() ? QStringLiteral("…") : QString());
}

} // namespace

SearchHits::SearchHits(TraceModel &trace, QObject *parent)
    : QIdentityProxyModel(parent)
    , m_found(trace)
    , m_excerpts(kMaxExcerpts)
{
    m_found.setFilter({{}, {}, kNothing});
    setSourceModel(&m_found);
    connect(&m_found, &TraceFilterProxy::completed, this, &SearchHits::completed);
}

QString SearchHits::search(Mode mode, const QString &text)
{
    m_excerpts.clear();
    m_filter.clear();
    m_regex.reset();
    m_mode = mode;
    m_text = text;
    if (text.isEmpty()) {
        m_found.setFilter({{}, {}, kNothing});
        return {};
    }
    const QString condition = conditionOf(mode, text);
    auto compiled = trace::Filter::compile(condition);
    if (const auto *error = std::get_if<trace::FilterError>(&compiled)) {
        m_found.setFilter({{}, {}, kNothing});
        return error->sentence;
    }
    if (mode == Mode::Expression) {
        if (auto regex = Regex::compile(text.toStdString()))
            m_regex.emplace(std::move(regex).value());
    }
    m_filter = condition;
    m_found.setFilter({std::move(std::get<trace::Filter>(compiled)), {}, KindGroup::All});
    return {};
}

QVariant SearchHits::data(const QModelIndex &index, int role) const
{
    if (index.column() == TraceModel::TargetColumn
        && (role == Qt::DisplayRole || role == Qt::ToolTipRole))
        return excerpt(index.row());
    return QIdentityProxyModel::data(index, role);
}

QVariant SearchHits::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (section == TraceModel::TargetColumn && role == Qt::DisplayRole)
        return tr("Found");
    return QIdentityProxyModel::headerData(section, orientation, role);
}

Result<Bytes> SearchHits::read(int row) const
{
    const trace::Record &record = m_found.record(row);
    const trace::Store &store = m_found.trace().store();
    return record.length <= kMaxLooked ? store.read(record)
                                       : store.read(record.stream, record.offset, kMaxLooked);
}

std::optional<std::pair<qint64, qint64>> SearchHits::placeOf(int row) const
{
    const auto read = this->read(row);
    if (!read)
        return {};
    const std::string_view bytes = read->view();
    if (m_mode == Mode::Bytes) {
        const QByteArray wanted = QByteArray::fromHex(m_text.toLatin1());
        const auto at = bytes.find(std::string_view(wanted.data(), std::size_t(wanted.size())));
        if (at == std::string_view::npos)
            return {};
        return std::pair(qint64(at), qint64(at) + wanted.size());
    }
    if (m_regex) {
        const auto range = m_regex->findFrom(bytes, 0);
        return range ? std::optional(std::pair(qint64(range->begin), qint64(range->end)))
                     : std::nullopt;
    }
    const QString text = QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
    const qsizetype at = text.indexOf(m_text, 0, Qt::CaseInsensitive);
    if (at < 0)
        return {};
    const qint64 begin = QStringView(text).left(at).toUtf8().size();
    return std::pair(begin, begin + QStringView(text).mid(at, m_text.size()).toUtf8().size());
}

// Read when it is painted, and little of it: the rows that are seen are few.
QString SearchHits::excerpt(int row) const
{
    const trace::Number number = m_found.number(row);
    if (const QString *known = m_excerpts.object(number))
        return *known;
    const bool isWhole = m_found.record(row).length <= kMaxLooked;
    const auto bytes = read(row);
    QString text = bytes.ok() ? excerptOf(bytes->view(), isWhole) : bytes.error().sentence;
    m_excerpts.insert(number, new QString(text));
    return text;
}

QString SearchHits::excerptOf(std::string_view bytes, bool isWhole) const
{
    QString beyond = isWhole ? QString() : tr("deeper in a large message");
    if (m_mode == Mode::Bytes) {
        const QByteArray wanted = QByteArray::fromHex(m_text.toLatin1());
        const auto found = bytes.find(std::string_view(wanted.data(), std::size_t(wanted.size())));
        if (found == std::string_view::npos)
            return beyond;
        const auto at = static_cast<qsizetype>(found);
        const qsizetype from = std::max<qsizetype>(0, at - kBytesBefore);
        const auto piece =
            bytes.substr(std::size_t(from), std::size_t(at - from + wanted.size() + kBytesAfter));
        const QByteArray hex =
            QByteArray::fromRawData(piece.data(), qsizetype(piece.size())).toHex(' ');
        return tr("at byte %1: %2").arg(at).arg(QString::fromLatin1(hex));
    }
    const QString text = QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
    qsizetype at = -1;
    if (m_regex) {
        if (const auto range = m_regex->findFrom(bytes, 0))
            at = QString::fromUtf8(bytes.data(), qsizetype(range->begin)).size();
    } else {
        at = text.indexOf(m_text, 0, Qt::CaseInsensitive);
    }
    return at < 0 ? beyond : around(text, at);
}

} // namespace sonde::models
