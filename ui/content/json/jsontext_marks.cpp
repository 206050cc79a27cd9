// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is marked in the text, and the sentences about it.
#include "content/json/jsontext.h"

#include "look/plaintooltip.h"

#include <QHelpEvent>
#include <QStringList>

#include <algorithm>

namespace sonde::content {

namespace {

constexpr int kMaxSentences = 20; // in one tool tip

unsigned long position(std::size_t at)
{
    return static_cast<unsigned long>(at);
}

} // namespace

void JsonText::clearIndicator(int indicator)
{
    SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(indicator));
    SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, static_cast<long>(length()));
}

void JsonText::fillIndicator(int indicator, std::size_t begin, std::size_t end, int value)
{
    SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(indicator));
    SendScintilla(SCI_SETINDICATORVALUE, static_cast<unsigned long>(value));
    SendScintilla(SCI_INDICATORFILLRANGE, position(begin), static_cast<long>(end - begin));
}

// Of an object only its bracket is underlined, of a long text its first line: the sentence is
// about the whole, the eye needs the place.
std::size_t JsonText::shownEnd(const Mark &mark) const
{
    const std::string_view text = view();
    const auto after = std::size_t(SendScintilla(SCI_POSITIONAFTER, position(mark.begin)));
    if (mark.end <= after || text[mark.begin] == '{' || text[mark.begin] == '[')
        return after;
    return std::min({mark.end, text.find('\n', mark.begin), text.size()});
}

void JsonText::setMarks(Indicator indicator, std::vector<Mark> marks)
{
    std::vector<Mark> &own = indicator == Problem ? m_problems : m_misfits;
    if (own.empty() && marks.empty())
        return;
    own = std::move(marks);
    markerDeleteAll(marker(indicator));
    clearIndicator(indicator);
    showMargins();
    const std::size_t size = length();
    for (std::size_t i = 0; size > 0 && i < own.size(); ++i) {
        // At the end of the text there is nothing to underline: the last character stands for it.
        Mark mark = own[i];
        mark.begin = std::min(mark.begin, size - 1);
        mark.end = std::min(mark.end, size);
        markerAdd(
            int(SendScintilla(SCI_LINEFROMPOSITION, position(mark.begin))), marker(indicator));
        // The value of the indicator tells, wherever the text moves, which mark it is.
        fillIndicator(indicator, mark.begin, shownEnd(mark), int(i) + 1);
    }
}

const std::vector<JsonText::Mark> &JsonText::marks(Indicator indicator) const
{
    return indicator == Problem ? m_problems : m_misfits;
}

long JsonText::nextMark(Indicator indicator, bool forward) const
{
    const auto current = static_cast<unsigned long>(indicator);
    const auto end = static_cast<long>(length());
    const auto from = static_cast<long>(caret());
    long first = -1;
    long before = -1; // the last one in front of the caret
    long last = -1;
    for (long at = 0; at < end;) {
        if (SendScintilla(SCI_INDICATORVALUEAT, current, at) > 0) {
            if (forward && at > from)
                return at;
            first = first < 0 ? at : first;
            before = at < from ? at : before;
            last = at;
        }
        const long next = SendScintilla(SCI_INDICATOREND, current, at);
        if (next <= at)
            break;
        at = next;
    }
    if (forward)
        return first;
    return before >= 0 ? before : last;
}

QString JsonText::sentenceAt(std::size_t at) const
{
    for (const Indicator indicator : {Problem, Misfit}) {
        const long value = SendScintilla(
            SCI_INDICATORVALUEAT, static_cast<unsigned long>(indicator), static_cast<long>(at));
        const auto &own = marks(indicator);
        if (value > 0 && std::size_t(value) <= own.size())
            return own[std::size_t(value) - 1].sentence;
    }
    return {};
}

QString JsonText::sentencesOfLine(int line) const
{
    QStringList all;
    const long begin = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
    const long end = SendScintilla(SCI_GETLINEENDPOSITION, static_cast<unsigned long>(line));
    for (const Indicator indicator : {Problem, Misfit}) {
        const auto current = static_cast<unsigned long>(indicator);
        for (long at = begin; at <= end && all.size() < kMaxSentences;) {
            const QString sentence = sentenceAt(std::size_t(at));
            if (!sentence.isEmpty() && !all.contains(sentence))
                all << sentence;
            const long next = SendScintilla(SCI_INDICATOREND, current, at);
            at = next > at ? next : end + 1;
        }
    }
    return all.join(u'\n');
}

bool JsonText::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QsciScintilla::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QPoint point = help->pos();
    const long at = SendScintilla(
        SCI_POSITIONFROMPOINT, static_cast<unsigned long>(point.x()), long(point.y()));
    const int margins = marginWidth(Signs) + marginWidth(Numbers);
    const QString sentence = point.x() < margins
        ? sentencesOfLine(int(SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(at))))
        : sentenceAt(std::size_t(at));
    look::showPlainToolTip(help, sentence, viewport());
    return true;
}

} // namespace sonde::content
