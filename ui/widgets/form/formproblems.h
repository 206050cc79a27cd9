// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formcheck.h"
#include "widgets/form/formrow.h"
#include "widgets/form/formtroubles.h"

#include <QSet>
#include <QStringList>

#include <optional>
#include <vector>

namespace sonde::widgets {

// What the last check found wrong in the values of a form. A required field that is left out is
// awaited, and no problem to show, until the user has touched it or all fields are judged.
class FormProblems {
public:
    void clear(); // for another schema

    // Returns whether there are other problems than before. They have the order of the rows; a
    // closed group counts for its contents.
    bool update(
        const FormFindings &findings, const schema::Form &form, const std::vector<FormRow> &rows);
    const std::vector<FormProblem> &all() const { return m_problems; }
    std::vector<FormProblem> judged() const; // without those of awaited fields

    void touch(const QString &pointer) { m_touched.insert(pointer); }
    bool judgeAll(); // returns false if all are judged already
    void forgetTouched();
    // The names of the required members of the whole value that the user was not asked for yet.
    QStringList awaited(const schema::Form &form) const;

private:
    std::optional<FormProblem> problemOf(const schema::Unit &unit, const schema::Form &form) const;
    bool isAwaited(const schema::Field &field) const;
    void sort(const std::vector<FormRow> &rows);

    std::vector<FormProblem> m_problems;
    QSet<QString> m_touched; // pointers
    bool m_judgesAll = false;
};

} // namespace sonde::widgets
