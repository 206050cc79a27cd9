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

// true and false; neither is selected without a value.
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

// One value of an enum. A value outside the enum is shown as it is.
class ChoiceEditor final : public FieldEditor {
    Q_OBJECT
public:
    explicit ChoiceEditor(QWidget *parent);
    QWidget *target() override;

protected:
    void fill(const schema::Form &form, const schema::Field &field, const QString &text) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QComboBox *m_box;
    QStringList m_titles;
};

// Several values of an enum: check boxes where there is room, a menu otherwise.
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
    bool m_hasRoom = false; // for all check boxes
    QAbstractButton *m_menu;
};

// The value of a const. It takes the focus, so that its state can be set.
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
