// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/filter/filterpath.h"

#include "trace/record/tracetr.h"
#include <limits>

namespace sonde::trace {

namespace {

constexpr std::uint32_t kMaxIndex = 1'000'000;

FilterError pathError(const QString &sentence, qsizetype at, qsizetype length)
{
    return {sentence, at, length};
}

} // namespace

std::optional<FilterError> FilterPath::parse(QStringView text, qsizetype at, FilterPath &path)
{
    qsizetype i = 0;
    const auto addName = [&](const QString &name) {
        path.m_steps.push_back({Step::Kind::Name, 0, name.toStdString()});
        if (path.m_steps.back().name.size() > path.m_rarest.size())
            path.m_rarest = path.m_steps.back().name;
    };
    while (i < text.size()) {
        if (path.m_steps.size() >= kMaxSteps)
            return pathError(
                Text::tr("A path can have at most %1 steps.").arg(kMaxSteps), at, text.size());
        if (text[i] == u'[') {
            const bool isQuoted = text.mid(i).startsWith(u"[\"");
            const qsizetype close = isQuoted ? text.indexOf(u"\"]", i + 2) : text.indexOf(u']', i);
            if (close < 0)
                return pathError(Text::tr("The bracket is not closed."), at + i, text.size() - i);
            if (isQuoted) {
                addName(text.mid(i + 2, close - i - 2).toString());
                i = close + 2;
                continue;
            }
            const QStringView inside = text.mid(i + 1, close - i - 1);
            bool good = false;
            const auto index = inside.toUInt(&good);
            if (inside == u"*")
                path.m_steps.push_back({Step::Kind::Every, 0, {}});
            else if (good && index <= kMaxIndex)
                path.m_steps.push_back({Step::Kind::Index, index, {}});
            else
                return pathError(
                    Text::tr("Expected a position from 0 to %1, * for all, or a name in "
                             "quotation marks inside the brackets.")
                        .arg(kMaxIndex),
                    at + i, close + 1 - i);
            i = close + 1;
            continue;
        }
        if (i > 0) {
            if (text[i] != u'.')
                return pathError(Text::tr("Expected a dot after the bracket."), at + i, 1);
            ++i;
        }
        qsizetype end = i;
        while (end < text.size() && text[end] != u'.' && text[end] != u'[')
            ++end;
        if (end == i)
            return pathError(Text::tr("Expected a name at the end of the path."), at + i,
                std::max<qsizetype>(1, text.size() - i));
        if (i > 0 || text.mid(i, end - i) != u"$")
            addName(text.mid(i, end - i).toString());
        i = end;
    }
    return {};
}

bool FilterPath::any(
    const json::Value &root, const std::function<bool(const json::Value &)> &fits) const
{
    return anyFrom(0, root, fits);
}

bool FilterPath::anyFrom(std::size_t step, const json::Value &value,
    const std::function<bool(const json::Value &)> &fits) const
{
    json::Value at = value;
    for (; step < m_steps.size() && at.exists(); ++step) {
        const Step &each = m_steps[step];
        switch (each.kind) {
        case Step::Kind::Name:
            at = at.isObject() ? at.member(each.name) : json::Value();
            break;
        case Step::Kind::Index:
            at = at.isArray() && each.index < at.count() ? at.at(each.index) : json::Value();
            break;
        case Step::Kind::Every:
            if (!at.isContainer())
                return false;
            for (const json::Value child : at) {
                if (anyFrom(step + 1, child, fits))
                    return true;
            }
            return false;
        }
    }
    return at.exists() && fits(at);
}

bool FilterPath::mayLeadInto(std::string_view text) const
{
    // A name may contain escapes.
    return m_rarest.empty() || text.find(m_rarest) != std::string_view::npos
        || text.find('\\') != std::string_view::npos;
}

} // namespace sonde::trace
