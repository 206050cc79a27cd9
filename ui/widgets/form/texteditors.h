// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/fieldeditor.h"

class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// One line of text; numbers are text as well. Shift+Return begins a second line.
class LineEditor final : public FieldEditor {
    Q_OBJECT
public:
    explicit LineEditor(QWidget *parent);
    QWidget *target() override;

protected:
    void fill(const schema::Form &form, const schema::Field &field, const QString &text) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showExamples();
    void place();

    QLineEdit *m_edit;
    QToolButton *m_offer; // the examples of the schema
    std::vector<std::string> m_examples;
    bool m_isText = false;
};

// Several lines. Tab goes on to the next field.
class AreaEditor final : public FieldEditor {
    Q_OBJECT
public:
    explicit AreaEditor(QWidget *parent);
    QWidget *target() override;

protected:
    void fill(const schema::Form &form, const schema::Field &field, const QString &text) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QString exactText() const;

    QPlainTextEdit *m_edit;
};

// Shows the size of a value that is too large for a field, and a button to edit it as JSON.
class ElsewhereEditor final : public FieldEditor {
    Q_OBJECT
public:
    explicit ElsewhereEditor(QWidget *parent);
    QWidget *target() override;

protected:
    void fill(const schema::Form &form, const schema::Field &field, const QString &text) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    look::ColorLabel *m_words;
    QPushButton *m_go;
};

} // namespace sonde::widgets
