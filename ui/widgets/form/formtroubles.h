// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QHash>
#include <QString>

#include <vector>

namespace sonde::widgets {

// Something about a place of a form's text that does not fit.
struct FormProblem {
    QString pointer; // of the field it is shown at
    QString sentence;
    QString keyword{}; // of the schema; empty for what was typed and is not in the text
    std::size_t begin = 0; // the bytes meant
    std::size_t end = 0;

    bool operator==(const FormProblem &other) const = default;
};

// What was typed last into a field and did not become text, and why.
struct FormComplaint {
    QString typed;
    bool hasTyped = false;
    QString sentence;
};

// What is wrong in a form, found by its place.
class FormTroubles {
public:
    void setProblems(std::vector<FormProblem> problems);
    void setComplaints(QHash<QString, FormComplaint> complaints);

    const FormComplaint *complaintAt(const QString &pointer) const;
    // What is to be said at a place; empty when all is well. What was typed comes first.
    QString sentenceAt(const QString &pointer) const;
    QString sentenceIn(const QString &pointer) const; // at the place or below it

private:
    QString sentence(const QHash<QString, std::size_t> &found, const QString &pointer) const;

    std::vector<FormProblem> m_problems;
    QHash<QString, std::size_t> m_at; // the first one at each place
    QHash<QString, std::size_t> m_in; // and the first one at it or below
    QHash<QString, FormComplaint> m_complaints;
};

} // namespace sonde::widgets
