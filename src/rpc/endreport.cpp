// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/endreport.h"

#include "rpc/lifecycle.h"
#include "rpc/rpctr.h"

#include <algorithm>

namespace sonde::rpc {

namespace {

using Cause = EndReport::Cause;

// Session files contain these words, so the English ones never change.
constexpr const char *kExitCode = QT_TRANSLATE_NOOP("Rpc", "exit code %1");
constexpr const char *kKilled = QT_TRANSLATE_NOOP("Rpc", "killed by %1");
constexpr const char *kKilledByNumber = QT_TRANSLATE_NOOP("Rpc", "killed by signal %1");
constexpr const char *kEnded = QT_TRANSLATE_NOOP("Rpc", "ended");
constexpr const char *kOneLeftBehind =
    QT_TRANSLATE_NOOP("Rpc", "1 process it left behind was killed");
constexpr const char *kLeftBehind =
    QT_TRANSLATE_N_NOOP("Rpc", "%1 processes it left behind were killed");
constexpr const char *kStillRunning =
    QT_TRANSLATE_NOOP("Rpc", "still running in the background: %1");
constexpr const char *kBoth = QT_TRANSLATE_NOOP("Rpc", "%1; %2");
constexpr QStringView kJoint = u"; "; // of kBoth

struct CauseWords {
    Cause cause;
    const char *words;
};

constexpr CauseWords kCauses[] = {
    {Cause::InputClosed, QT_TRANSLATE_NOOP("Rpc", "it closed its input, but went on running")},
    {Cause::OutputClosed, QT_TRANSLATE_NOOP("Rpc", "it closed its output, but went on running")},
    {Cause::NotReading, QT_TRANSLATE_NOOP("Rpc", "the server does not read what is sent to it")},
    {Cause::InputOpen, QT_TRANSLATE_NOOP("Rpc", "its stdin was still open")},
    {Cause::InputJustClosed, QT_TRANSLATE_NOOP("Rpc", "%1 ms after its stdin was closed")},
    {Cause::StreamEnded, QT_TRANSLATE_NOOP("Rpc", "the server ended the event stream")},
    {Cause::StreamBroken, QT_TRANSLATE_NOOP("Rpc", "the event stream broke off: %1")},
    {Cause::TapEnded, QT_TRANSLATE_NOOP("Rpc", "the tap was ended")},
    {Cause::TapLost,
        QT_TRANSLATE_NOOP("Rpc", "the tap was killed, or could not write its recording")},
};

constexpr int kNoCount = -1;

struct Language {
    // With the plural form for `count` where the words have one.
    QString (*in)(const char *words, int count);
    QString (StreamBreak::*ofBreak)() const;
};

constexpr Language kEnglish = {
    [](const char *words, int) { return QString::fromLatin1(words); }, &StreamBreak::recordedText};
constexpr Language kOfProgram = {
    [](const char *words, int count) { return Text::tr(words, nullptr, count); },
    &StreamBreak::sentence};

// The words say all: no status comes before them.
bool hasNoStatus(Cause cause)
{
    return cause == Cause::TapEnded || cause == Cause::TapLost;
}

bool isNumber(QStringView text)
{
    return !text.isEmpty()
        && std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
}

QString statusText(const EndReport &end, const Language &language)
{
    if (!end.signal.isEmpty())
        return language.in(isNumber(end.signal) ? kKilledByNumber : kKilled, kNoCount)
            .arg(end.signal);
    return end.exitCode ? language.in(kExitCode, kNoCount).arg(*end.exitCode)
                        : language.in(kEnded, kNoCount);
}

QString causeText(const EndReport &end, const Language &language)
{
    const auto *const known = std::find_if(std::begin(kCauses), std::end(kCauses),
        [&](const CauseWords &each) { return each.cause == end.cause; });
    if (known == std::end(kCauses))
        return end.words;
    QString words = language.in(known->words, kNoCount);
    if (end.cause == Cause::InputJustClosed)
        return words.arg(end.waited.count());
    if (end.cause == Cause::StreamBroken)
        return words.arg((end.streamBreak.*language.ofBreak)());
    return words;
}

QString textOf(const EndReport &end, const Language &language)
{
    QString cause = causeText(end, language);
    if (hasNoStatus(end.cause))
        return cause;
    const auto both = [&language](const QString &first, const QString &second) {
        return language.in(kBoth, kNoCount).arg(first, second);
    };
    QString text = statusText(end, language);
    if (!cause.isEmpty())
        text = both(text, cause);
    if (end.leftBehind == 1)
        text = both(text, language.in(kOneLeftBehind, kNoCount));
    else if (end.leftBehind > 1)
        text = both(text, language.in(kLeftBehind, end.leftBehind).arg(end.leftBehind));
    if (!end.stillRunning.isEmpty())
        text = both(text, language.in(kStillRunning, kNoCount).arg(end.stillRunning));
    return text;
}

// What the text has for the %1 of the words, if it is made of them.
std::optional<QStringView> argumentIn(QStringView text, const char *words)
{
    const QLatin1String all(words);
    const qsizetype at = all.indexOf(QLatin1String("%1"));
    if (at < 0)
        return text == all ? std::optional(QStringView()) : std::nullopt;
    const QLatin1String before = all.left(at);
    const QLatin1String after = all.mid(at + 2);
    if (text.size() < before.size() + after.size() || !text.startsWith(before)
        || !text.endsWith(after))
        return std::nullopt;
    return text.sliced(at, text.size() - before.size() - after.size());
}

bool readStatus(QStringView text, EndReport &end)
{
    bool isRead = text == QLatin1String(kEnded);
    if (const auto code = argumentIn(text, kExitCode)) {
        end.exitCode = code->toInt(&isRead);
    } else if (const auto number = argumentIn(text, kKilledByNumber)) {
        end.signal = number->toString();
        isRead = isNumber(*number);
    } else if (const auto name = argumentIn(text, kKilled)) {
        end.signal = name->toString();
        isRead = name->startsWith(u"SIG") && !name->contains(u' ');
    }
    return isRead;
}

void readCause(QStringView text, EndReport &end)
{
    end.cause = Cause::Other;
    end.words = text.toString();
    for (const CauseWords &known : kCauses) {
        const auto argument = argumentIn(text, known.words);
        if (!argument)
            continue;
        bool isRead = true;
        if (known.cause == Cause::InputJustClosed)
            end.waited = std::chrono::milliseconds(argument->toLongLong(&isRead));
        if (!isRead)
            return;
        end.cause = known.cause;
        end.words.clear();
        if (known.cause == Cause::StreamBroken)
            end.streamBreak = StreamBreak::read(*argument);
        return;
    }
}

QStringView lastPart(QStringView text)
{
    const qsizetype at = text.lastIndexOf(kJoint);
    return at < 0 ? text : text.sliced(at + kJoint.size());
}

QStringView withoutLastPart(QStringView text)
{
    const qsizetype at = text.lastIndexOf(kJoint);
    return at < 0 ? QStringView() : text.first(at);
}

int leftBehindIn(QStringView text)
{
    if (text == QLatin1String(kOneLeftBehind))
        return 1;
    const auto count = argumentIn(text, kLeftBehind);
    return count ? std::max(0, count->toInt()) : 0;
}

} // namespace

QString EndReport::sentence() const
{
    return textOf(*this, kOfProgram);
}

QString EndReport::recordedText() const
{
    return textOf(*this, kEnglish);
}

std::optional<EndReport> EndReport::read(QStringView detail)
{
    EndReport end;
    QStringView rest = detail.trimmed();
    for (const CauseWords &known : kCauses) {
        if (!hasNoStatus(known.cause) || rest != QLatin1String(known.words))
            continue;
        end.cause = known.cause;
        return end;
    }
    const qsizetype first = rest.indexOf(kJoint);
    if (!readStatus(first < 0 ? rest : rest.first(first), end))
        return std::nullopt;
    if (first < 0)
        return end;
    rest = rest.sliced(first + kJoint.size());
    if (const auto running = argumentIn(lastPart(rest), kStillRunning)) {
        end.stillRunning = running->toString();
        rest = withoutLastPart(rest);
    }
    end.leftBehind = leftBehindIn(lastPart(rest));
    if (end.leftBehind > 0)
        rest = withoutLastPart(rest);
    if (!rest.isEmpty())
        readCause(rest, end);
    return end;
}

std::optional<EndReport> EndReport::inLine(std::string_view line)
{
    const std::string_view id = lifecycle::idOf(line);
    if (!lifecycle::endsConnection(id))
        return std::nullopt;
    return read(QString::fromUtf8(line.substr(std::min(line.size(), id.size() + 1))));
}

} // namespace sonde::rpc
