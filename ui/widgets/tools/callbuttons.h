// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/calloptions.h"

#include <QHash>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class BoundedSpin;
class DoingButton;
class StayingButton;

// The row below the arguments of a tool: calls it, calls it again, cancels the call, shows what the
// server does meanwhile, and how long a call may be silent. Where there is little room, the words
// go that the controls do without.
class CallButtons final : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMaxSeconds = 86'400; // of the limit

    explicit CallButtons(QWidget *parent = nullptr);

    void setState(bool canCall, bool canCallAgain, bool isPending);
    void setCallText(const QString &text, const QString &why); // what does not fit; empty: nothing
    void reserveCallText(const QString &text); // the longest that it may get
    void setRemark(const QString &text); // in muted words
    // Puts a button of the owner behind Cancel: its icon alone, where there is little room.
    void addControl(QToolButton *control);
    // What is called. The timeout is the last one typed for that tool of that server in this run,
    // or else `idle`, which is the server's own.
    void setTool(const QString &server, const QString &tool, std::chrono::milliseconds idle);
    DoingButton &doing() const { return *m_doing; }
    // The timeouts of the next call.
    mcp::CallOptions options() const;
    BoundedSpin &limit() const { return *m_limit; }
    void focusCall();
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void callRequested();
    void againRequested();
    void cancelRequested();

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeLimit();
    int wordsWidth() const;
    void showWordsThatFit();

    using Tool = QPair<QString, QString>; // and before it, its server

    int m_usual = 0; // seconds
    Tool m_tool;
    QHash<Tool, int> m_typed; // seconds, where they are not the usual ones
    bool m_hasWords = true;
    QToolButton *m_control = nullptr;
    int m_controlWords = 0; // pixels
    StayingButton *m_call;
    StayingButton *m_again;
    QPushButton *m_cancel;
    DoingButton *m_doing;
    look::ColorLabel *m_remark;
    look::ColorLabel *m_outside; // the limit is out of its bounds
    QLabel *m_limitName;
    BoundedSpin *m_limit;
    QHBoxLayout *m_layout;
};

} // namespace sonde::widgets
