// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/completions.h"

#include <QLineEdit>
#include <QPointer>
#include <QTimer>

namespace sonde::session {
class CompletionSource;
}

namespace sonde::widgets {

class CompletionPopup;

// A field whose values a server proposes while one types, in a list below it. The list never takes
// the focus, and what the server does or fails to do never changes what is typed: Down goes into
// the list, Return or Tab takes the chosen value, Esc hides it.
class CompletingField : public QLineEdit {
    Q_OBJECT
public:
    // Pauses shorter than this are typing.
    static constexpr int kDebounceMs = 150;

    explicit CompletingField(QWidget *parent = nullptr);
    ~CompletingField() override;

    // The source outlives the field, or is nullptr: then it is a field like any other.
    void setSource(session::CompletionSource *source, const QString &argument);

    bool isListShown() const;
    QStringList proposals() const; // that are shown
    // What went wrong with the newest question; empty: nothing.
    const QString &problem() const { return m_problem; }

Q_SIGNALS:
    void problemChanged();
    void taken(); // a proposed value

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void moveEvent(QMoveEvent *event) override;

private:
    void ask();
    void propose(const Result<mcp::Completions> &completions);
    void take(const QString &value);
    void hideList();
    void setProblem(const QString &problem);

    QPointer<session::CompletionSource> m_source;
    QString m_argument;
    QTimer m_wait;
    QPointer<CompletionPopup> m_popup; // a child of the window
    QString m_problem;
};

} // namespace sonde::widgets
