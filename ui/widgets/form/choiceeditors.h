// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/fieldeditor.h"

class QAbstractButton;
class QCheckBox;
class QComboBox;
class QLabel;
class QRadioButton;

namespace sonde::widgets {

// true and false; neither is chosen while there is no value.
class SwitchEditor final : public FieldEditor {
    Q_OBJECT
public:
    explicit SwitchEditor(QWidget *parent);
    int ghostIndent() const override;
    QWidget *target() override;

protected:
    void fill(const schema::Form &form, const schema::Field &field, const QString &text) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QRadioButton *m_true;
    QRadioButton *m_false;
};

// One of a list. A value that is not in it is shown as it is.
class ChoiceEditor final : public FieldEditor {
    Q_OBJECT
public:
    explicit ChoiceEditor(QWidget *parent);
    QWidget *target() override;

protected:
    void fill(const schema::Form &form, const schema::Field &field, const QString &text) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QComboBox *m_box;
    QStringList m_titles;
};

// Several of a list: boxes to check where they have room, a menu of them otherwise.
class ChecksEditor final : public FieldEditor {
    Q_OBJECT
public:
    explicit ChecksEditor(QWidget *parent);
    int ghostIndent() const override;
    QWidget *target() override;

protected:
    void fill(const schema::Form &form, const schema::Field &field, const QString &text) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void setTitles(const QStringList &titles);
    void openMenu();
    bool usesMenu() const { return !m_hasRoom; }
    void arrange();

    QStringList m_titles;
    std::vector<bool> m_chosen;
    std::vector<QCheckBox *> m_checks;
    bool m_hasRoom = false; // for the checks, all of them
    QAbstractButton *m_menu;
};

// What cannot be anything else. It takes the focus, so that its state can be set.
class FixedEditor final : public FieldEditor {
    Q_OBJECT
public:
    explicit FixedEditor(QWidget *parent);
    QWidget *target() override { return this; }

protected:
    void fill(const schema::Form &form, const schema::Field &field, const QString &text) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QLabel *m_words;
};

} // namespace sonde::widgets
