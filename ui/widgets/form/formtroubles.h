// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QHash>
#include <QString>

#include <vector>

namespace sonde::widgets {

// A problem at a location of a form's text.
struct FormProblem {
    QString pointer; // of the field that shows the problem
    QString sentence;
    QString keyword{}; // of the schema; empty for input that could not become text
    std::size_t begin = 0; // the bytes concerned
    std::size_t end = 0;
    bool isAwaited = false; // a required value that the user was not asked for yet: no error

    bool operator==(const FormProblem &other) const = default;
};

// The last input of a field that could not become text, and why.
struct FormComplaint {
    QString typed;
    bool hasTyped = false;
    QString sentence;
};

// The problems of a form, by pointer.
class FormTroubles {
public:
    void setProblems(std::vector<FormProblem> problems);
    void setComplaints(QHash<QString, FormComplaint> complaints);

    const FormComplaint *complaintAt(const QString &pointer) const;
    // The problem at that pointer; empty without one. Rejected input comes first.
    QString sentenceAt(const QString &pointer) const;
    QString sentenceIn(const QString &pointer) const; // at the pointer or below it

private:
    QString sentence(const QHash<QString, std::size_t> &found, const QString &pointer) const;

    std::vector<FormProblem> m_problems;
    QHash<QString, std::size_t> m_at; // the first problem at each pointer
    QHash<QString, std::size_t> m_in; // the first problem at or below each pointer
    QHash<QString, FormComplaint> m_complaints;
};

} // namespace sonde::widgets
