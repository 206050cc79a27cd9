// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/notes.h"

#include "base/utf8.h"

namespace sonde::trace {

Note Notes::of(Number number) const
{
    if (isEmpty())
        return {};
    const std::lock_guard lock(m_mutex);
    const auto found = m_notes.find(number);
    return found == m_notes.end() ? Note() : found->second;
}

bool Notes::set(Number number, Note note)
{
    note.text.resize(cutUtf8(note.text, Note::kMaxText).size());
    const std::lock_guard lock(m_mutex);
    if (note.isEmpty())
        m_notes.erase(number);
    else if (m_notes.size() < kMaxNotes || m_notes.contains(number))
        m_notes[number] = std::move(note);
    else
        return false;
    m_count = m_notes.size();
    return true;
}

std::vector<std::pair<Number, Note>> Notes::all() const
{
    const std::lock_guard lock(m_mutex);
    return {m_notes.begin(), m_notes.end()};
}

} // namespace sonde::trace
