// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "schema/output.h"
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
struct FormVerdict;

// Any JSON Schema as a form over one exact JSON text: what a field changes are the bytes of its
// value, everything else stays as it was typed or given. A text that is no JSON stays as well; the
// form then says where it breaks off. The text is checked against the schema in the background;
// what does not fit is shown at its field and told by problems(), and forbids nothing.
//
// Keys: Tab goes from field to field, Alt+1 to Alt+4 set omitted, null, empty and value, Alt+Up and
// Alt+Down move an element of an array, Alt+Delete takes it or an added member away, Shift+Return
// begins another line of a text, Ctrl+Space offers the schema's examples.
class SchemaForm : public QWidget {
    Q_OBJECT
public:
    // Longer texts are for the JSON editor: each change is a new text.
    static constexpr std::size_t kMaxText = std::size_t(4) << 20;

    explicit SchemaForm(QWidget *parent = nullptr);
    ~SchemaForm() override;

    // Forgets what was opened and chosen. Null: any JSON value.
    void setSchema(std::shared_ptr<const json::Document> schema, schema::Remotes remotes = {});
    // Shows that text; textChanged() is for what is done in the form.
    void setText(const Bytes &text);
    const Bytes &text() const { return m_text; }
    // Where the text stops being JSON.
    const std::optional<json::ParseError> &parseError() const { return m_parseError; }

    // What does not fit, in the order of the form; as of the last check, with what was typed and
    // is no JSON value.
    std::vector<FormProblem> problems() const;
    // Why nobody can say whether the text fits: the schema cannot be used, or takes too long.
    const QString &unknown() const { return m_unknown; }
    bool isChecked() const { return m_checked; } // problems() are those of text()

    // Opens the groups on the way; the field, or the nearest one around it, takes the focus.
    void goTo(const QString &pointer);
    void goToProblem(int step); // 1: the next one, -1: the one before
    void focusFirst();
    // Where the text was changed last in the form.
    const QString &lastEdited() const { return m_lastEdited; }

    // The same as what a person does.
    void act(const FormAction &action);
    const schema::Form *form() const { return m_form.get(); }
    FormView &view() { return *m_view; }

Q_SIGNALS:
    void textChanged();
    void problemsChanged();
    void jsonRequested(const QString &pointer); // to edit that place as JSON text

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
    void take(const FormVerdict &verdict);
    void sortProblems();
    std::optional<FormProblem> problemOf(const schema::Unit &unit) const;
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
    std::vector<FormProblem> m_problems;
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
