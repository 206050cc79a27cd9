// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/tap/heldmodel.h"
#include "tap/breakpoint/breakpoint.h"
#include "trace/filter/filtercompletion.h"
#include "widgets/kit/frame/panel.h"
#include "json/document.h"

#include <QPointer>

#include <functional>
#include <memory>
#include <string>

class QAction;
class QPushButton;

namespace sonde::look {
class ColorLabel;
class InlineMessage;
class PanelTitle;
class Splitter;
} // namespace sonde::look

namespace sonde::models {
class BreakpointModel;
} // namespace sonde::models

namespace sonde::session {
class TapBreakpoints;
}

namespace sonde::widgets {

class BreakpointDialog;
class HeldPane;
class PlainTable;

// The breakpoints of a server or of a tap, and the messages that they hold.
class BreakpointsPanel : public Panel {
    Q_OBJECT
public:
    // What the panel needs of the window.
    struct Source {
        // Of the server or tap with that name; nullptr: there is none. They outlive the next call
        // of setServer() or setObservation().
        std::function<session::TapBreakpoints *(const QString &)> breakpoints;
        std::function<trace::FilterVocabulary()> vocabulary; // for the completion of filters
        // Of a tool of that server or tap; null: it is not known.
        std::function<std::shared_ptr<const json::Document>(
            const QString &server, const std::string &tool)>
            inputSchema;
    };
    explicit BreakpointsPanel(Source source, QWidget *parent = nullptr);

    Tab tab() const override;
    bool hasCommands() const override { return true; }
    bool canRunCommand(Command command) const override; // Call: sends the text of the editor
    void runCommand(Command command) override;
    void setServer(const QString &name, mcp::Client *client) override;
    bool setObservation(const QString &name, session::Observation *observation) override;
    int count() const override; // messages held
    void updateActions() override;
    void focusFilter() override;
    void setNarrow(bool narrow) override;

    PlainTable &table() { return *m_table; }
    HeldPane &held();

Q_SIGNALS:
    // A held message of that server or tap.
    void traceRequested(const QString &server, const sonde::models::HeldRow &message);
    void removed(const QString &server, int row, const sonde::tap::Breakpoint &breakpoint);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QWidget *makeList();
    QWidget *makeButtons();
    void setTap(const QString &name, session::TapBreakpoints *breakpoints);
    void refresh();
    void updateButtons();
    void add();
    void edit(int row);
    void remove(int row);
    void toggle(int row);
    void compose();
    void showInTrace();
    bool canCompose() const;
    BreakpointDialog *open(const tap::Breakpoint &breakpoint, const QString &title);
    int currentRow() const;

    const Source m_source;
    QString m_tap;
    QPointer<session::TapBreakpoints> m_breakpoints;
    models::BreakpointModel *m_model;
    look::PanelTitle *m_title;
    PlainTable *m_table;
    QPushButton *m_add;
    QPushButton *m_edit;
    QPushButton *m_remove;
    QPushButton *m_compose;
    QAction *m_composeAction; // in the Call menu
    QAction *m_inTrace; // in the Call menu
    look::Splitter *m_parts;
    look::ColorLabel *m_note = nullptr;
    HeldPane *m_held = nullptr; // until it is needed
    bool m_isNarrow = false;
    int m_count = 0;
};

} // namespace sonde::widgets
