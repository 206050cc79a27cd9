// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/store.h"

#include "trace/record/tracetr.h"
#include "json/document.h"

namespace sonde::trace {

void Changes::clear()
{
    constexpr std::size_t kKept = 64 * 1024; // more than a flood brings between two frames
    firstNew = 0;
    fresh.clear();
    if (fresh.capacity() > kKept)
        fresh.shrink_to_fit();
    changed.clear();
    if (changed.capacity() > kKept)
        changed.shrink_to_fit();
}

namespace {

// Of a store to which nothing is ever added.
class NothingNew final : public Store::Reader {
public:
    void drainInto(Changes &into) override { into.clear(); }
};

} // namespace

Changes Store::Reader::take()
{
    Changes changes;
    drainInto(changes);
    return changes;
}

// Others keep `wake`.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
std::unique_ptr<Store::Reader> Store::makeReader(std::function<void()>)
{
    return std::make_unique<NothingNew>();
}

QString Store::idText(const Record &record) const
{
    const auto cut = cutId(record);
    if (cut.size() == sizeof(record.idText)) {
        if (const auto bytes = read(record)) {
            const auto document = json::Document::parse(*bytes);
            const auto id = document.root()["id"].raw();
            if (id.starts_with(cut)) // otherwise the file was modified: the recorded id counts
                return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
        }
    }
    return QString::fromUtf8(cut.data(), static_cast<qsizetype>(cut.size()));
}

Result<void> Store::setNote(Number number, const Note &note)
{
    if (number == 0 || number > messageCount()) {
        return Error{
            .domain = Domain::Storage, .sentence = Text::tr("There is no message %1.").arg(number)};
    }
    if (!m_notes.set(number, note)) {
        return Error{.domain = Domain::Storage,
            .sentence = Text::tr("A session can have at most %L1 notes.").arg(Notes::kMaxNotes)};
    }
    keepNote(number, m_notes.of(number));
    return {};
}

} // namespace sonde::trace
