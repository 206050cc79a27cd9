// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/savedcalls.h"

#include <QFrame>

#include <functional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeView;

namespace sonde::look {
class InlineMessage;
class ColorLabel;
} // namespace sonde::look

namespace sonde::models {
class SavedCallModel;
} // namespace sonde::models

namespace sonde::session {
class SavedCallStore;
}

namespace sonde::widgets {

// The saved calls under the button of that name: run one, put it into the editor, rename it (F2),
// delete it, save what is in the editor, and where the file is.
class SavedCallsMenu : public QFrame {
    Q_OBJECT
public:
    // The store outlives the menu.
    explicit SavedCallsMenu(session::SavedCallStore &store, QWidget *parent);

    // Whether the server says that a tool changes nothing. Without it every tool may change
    // something, and has to be confirmed before its call runs after each restart.
    void setReadOnly(std::function<bool(const QString &)> isReadOnly)
    {
        m_isReadOnly = std::move(isReadOnly);
    }
    // Above or below the widget; `tool` and `arguments` are what can be saved, without a tool
    // nothing can. `toSave`: the name is asked for at once.
    void open(const QWidget *at, const QString &tool, const Bytes &arguments, bool toSave);
    QTreeView &list() { return *m_list; }
    QLineEdit &nameField() { return *m_name; }
    QCheckBox &afterRestart() { return *m_afterRestart; }
    QString said() const; // what went wrong, or is asked

Q_SIGNALS:
    void runRequested(const QString &name);
    void editRequested(const QString &name);
    void saved(const QString &name);
    // The call is not in the file of that server any more.
    void removed(const QString &server, const sonde::config::SavedCall &call);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QLayout *makeHead();
    QLayout *makeButtons();
    QLayout *makeSave();
    void refresh();
    void showChosen();
    QString chosen() const;
    void use(bool run);
    void rename();
    void askToRemove();
    void ask(const QString &sentence, const QString &button, std::function<void()> then);
    void setAfterRestart(bool isOn);
    bool needsConfirmation(const config::SavedCall &call) const;
    void save();
    void showFile();
    void chooseFile();
    void complain(const QString &sentence);

    session::SavedCallStore &m_store;
    models::SavedCallModel *m_model;
    look::ColorLabel *m_title;
    look::ColorLabel *m_file;
    QTreeView *m_list;
    look::ColorLabel *m_none;
    look::InlineMessage *m_message;
    std::function<void()> m_asked; // what its button does
    std::function<bool(const QString &)> m_isReadOnly;
    QLineEdit *m_name;
    QPushButton *m_run;
    QPushButton *m_edit;
    QPushButton *m_rename;
    QPushButton *m_remove;
    QCheckBox *m_afterRestart; // of the chosen one
    QPushButton *m_save;
    QString m_tool;
    Bytes m_arguments;
};

} // namespace sonde::widgets
