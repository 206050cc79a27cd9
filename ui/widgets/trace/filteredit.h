// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filter.h"
#include "trace/filter/filtercompletion.h"

#include <QLineEdit>

#include <functional>
#include <optional>

class QAction;
class QCompleter;
class QStringListModel;

namespace sonde::widgets {

// A field for the language of filters: its words have colours, a check or an octagon says whether
// it makes sense, the wrong place is underlined, and what may stand at the cursor is offered.
class FilterEdit : public QLineEdit {
    Q_OBJECT
public:
    explicit FilterEdit(QWidget *parent = nullptr);

    // What the text says; nothing while it is wrong.
    const std::optional<trace::Filter> &filter() const { return m_filter; }
    // Why it is wrong, or what is missing at its end; empty otherwise.
    QString problem() const { return m_problem; }
    // Values that are known to occur, asked for when something is offered.
    void setVocabulary(std::function<trace::FilterVocabulary()> vocabulary);

Q_SIGNALS:
    void filterChanged(); // the text makes sense, and says something else
    void problemChanged(); // it stopped making sense, or makes sense again
    void leftDown(); // to what it filters
    void helpRequested();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;

private:
    void read();
    std::optional<trace::FilterError> unfinished() const;
    void showWords(const std::optional<trace::FilterError> &error);
    void offer();
    void complete(const QString &item);

    QAction *m_state;
    QCompleter *m_completer;
    QStringListModel *m_items;
    std::function<trace::FilterVocabulary()> m_vocabulary;
    trace::FilterCompletion m_completion;
    std::optional<trace::Filter> m_filter = trace::Filter();
    QString m_problem;
    bool m_isTyping = false; // a person has changed the text, and it was not read since
    bool m_isComposing = false; // an input method has text in it that is not final
};

} // namespace sonde::widgets
