// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/formtroubles.h"

namespace sonde::widgets {

void FormTroubles::setProblems(std::vector<FormProblem> problems)
{
    m_problems = std::move(problems);
    m_at.clear();
    m_in.clear();
    for (std::size_t i = 0; i < m_problems.size(); ++i) {
        QString place = m_problems[i].pointer;
        if (!m_at.contains(place))
            m_at.insert(place, i);
        // A pointer with a known problem has recorded it for the pointers above as well.
        while (!m_in.contains(place)) {
            m_in.insert(place, i);
            place.truncate(qMax(qsizetype(0), place.lastIndexOf(u'/')));
        }
    }
}

void FormTroubles::setComplaints(QHash<QString, FormComplaint> complaints)
{
    m_complaints = std::move(complaints);
}

const FormComplaint *FormTroubles::complaintAt(const QString &pointer) const
{
    const auto found = m_complaints.constFind(pointer);
    return found == m_complaints.constEnd() ? nullptr : &*found;
}

QString FormTroubles::sentence(
    const QHash<QString, std::size_t> &found, const QString &pointer) const
{
    if (const FormComplaint *complaint = complaintAt(pointer))
        return complaint->sentence;
    const auto problem = found.constFind(pointer);
    return problem == found.constEnd() ? QString() : m_problems[*problem].sentence;
}

QString FormTroubles::sentenceAt(const QString &pointer) const
{
    return sentence(m_at, pointer);
}

QString FormTroubles::sentenceIn(const QString &pointer) const
{
    return sentence(m_in, pointer);
}

} // namespace sonde::widgets
