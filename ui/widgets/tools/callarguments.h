// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"
#include "widgets/form/formrowwidget.h"

#include <QObject>
#include <QTimer>

namespace sonde::content {
class JsonEditor;
}

namespace sonde::widgets {

class SchemaForm;

// One exact text of arguments, seen as a form and as JSON text. What is done in one of them is
// there in the other: at once in a short text, else when the other comes to the front.
class CallArguments final : public QObject {
    Q_OBJECT
public:
    // Both outlive this.
    CallArguments(SchemaForm *form, content::JsonEditor *editor, QObject *parent);

    // Null: an object of any kind. The same schema again keeps what is opened in the form.
    void setSchema(const json::Value &schema);
    void setText(const Bytes &text);
    const Bytes &text() const { return m_text; }
    // Where the text stops being JSON; an empty one has no place.
    const std::optional<json::ParseError> &error() const { return m_error; }

    // Brings the one that comes to the front up to date, and to the place the other was at.
    void bringForm();
    void bringEditor();

    // Where the text was changed last, as a pointer; empty for nowhere.
    QString lastPlace() const;
    const std::vector<FormProblem> &problems() const { return m_problems; }
    void forgetProblems(); // those of another tool; until the next check nothing is said
    // Those of them that are errors: the user was asked for what is missing.
    std::vector<FormProblem> judged() const;
    const QString &unknown() const;
    struct Fit {
        models::Sign sign = models::Sign::Ok;
        QString text;
    };
    Fit fit() const; // to the schema, in a few words
    void goToProblem(const FormProblem &problem, bool inForm);

Q_SIGNALS:
    void edited();
    void problemsChanged();

private:
    void formEdited();
    void editorEdited();
    void fillForm();
    void fillEditor();
    void take(const Bytes &text);
    void showProblems();

    SchemaForm *m_form;
    content::JsonEditor *m_editor;
    Bytes m_text;
    std::optional<json::ParseError> m_error;
    std::string m_schema; // as the server wrote it
    std::vector<FormProblem> m_problems;
    bool m_isJudged = false; // since the problems were forgotten
    QTimer m_wait; // while somebody types JSON
    bool m_formIsOld = false;
    bool m_editorIsOld = false;
    bool m_filling = false;
    bool m_lastInForm = false;
};

} // namespace sonde::widgets
