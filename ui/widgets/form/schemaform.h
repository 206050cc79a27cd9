// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "widgets/form/formproblems.h"
#include "widgets/form/formrows.h"
#include "widgets/form/formrowwidget.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QShortcut;

namespace sonde::look {
class InlineMessage;
class ColorLabel;
} // namespace sonde::look

namespace sonde::widgets {

class FormView;

// Any JSON Schema as a form over one exact JSON text: what a field changes are the bytes of its
// value, everything else stays as it was. A text that is not JSON stays as well; the form then
// says where it is invalid. The text is checked against the schema in the background;
// problems are shown at their fields and listed by problems(), and prevent nothing. A required
// field that is left out says only that it is required, until the user has touched it or all fields
// are judged.
//
// Keys: Tab goes from field to field, Alt+1 to Alt+4 set omitted, null, empty and value, Alt+Up and
// Alt+Down move an element of an array, Alt+Delete removes it or an added member, Shift+Return
// begins a new line of a text, Ctrl+Space offers the schema's examples.
class SchemaForm : public QWidget {
    Q_OBJECT
public:
    // Longer texts are for the JSON editor: each change is a new text.
    static constexpr std::size_t kMaxText = std::size_t(4) << 20;

    explicit SchemaForm(QWidget *parent = nullptr);
    ~SchemaForm() override;

    // Forgets the open groups, the chosen branches and the touched fields. Null: any JSON value.
    void setSchema(std::shared_ptr<const json::Document> schema, schema::Remotes remotes = {});
    // Shows that text; only changes made in the form emit textChanged().
    void setText(const Bytes &text);
    const Bytes &text() const { return m_text; }
    // Where the text is not valid JSON.
    const std::optional<json::ParseError> &parseError() const { return m_parseError; }

    // The problems in the order of the form, as of the last check, with the input that is not a
    // JSON value.
    std::vector<FormProblem> problems() const;
    // Why the text was not checked: the schema is not valid, or takes too long.
    const QString &unknown() const { return m_unknown; }
    bool isChecked() const { return m_checked; } // problems() are those of text()
    // The user has tried to send the text, or has written it elsewhere.
    void judgeAll();
    void forgetTouched(); // for the text of something else with the same schema
    // The names of the required members of the whole value that the user was not asked for yet.
    QStringList awaited() const;

    // Opens the groups around the field; the field, or the nearest one around it, takes the focus.
    void goTo(const QString &pointer);
    void goToProblem(int step); // 1: the next one, -1: the one before
    void focusFirst();
    // The pointer of the last change made in the form.
    const QString &lastEdited() const { return m_lastEdited; }

    // Performs an action of the user.
    void act(const FormAction &action);
    const schema::Form *form() const { return m_form.get(); }
    FormView &view() { return *m_view; }

Q_SIGNALS:
    void textChanged();
    void problemsChanged();
    void jsonRequested(const QString &pointer); // to edit that place as JSON text

protected:
    void focusInEvent(QFocusEvent *event) override; // to the first field

private:
    void addKeys();
    void refresh();
    // `reveal`: that place is seen, whatever is closed around it.
    void showText(const QString &reveal = {});
    void updateWidth();
    void changed(const FormAction &action, const FormChange &change);
    bool follow(const FormAction &action);
    void rebuild(const FormAction &action, const QString &focus);
    void checkSoon();
    void complain(const FormAction &action, const Error &error);
    void startCheck();
    void showFindings(const FormFindings &findings);
    void act(FormAction::Kind kind, schema::FieldState state = schema::FieldState::Value);
    QString movable(bool elements) const; // at or around the focus
    void move(int by);

    std::shared_ptr<const json::Document> m_schema;
    schema::Remotes m_remotes;
    std::unique_ptr<schema::Form> m_form;
    Bytes m_text;
    std::optional<json::ParseError> m_parseError;
    OpenGroups m_open;
    QHash<QString, FormComplaint> m_complaints;
    FormProblems m_problems;
    QString m_unknown;
    QString m_lastEdited;
    bool m_checked = false;
    QTimer m_wait;
    BackgroundJob m_job;
    FormView *m_view;
    look::InlineMessage *m_message;
    look::ColorLabel *m_nothing;
    std::vector<QShortcut *> m_moves;
};

} // namespace sonde::widgets
