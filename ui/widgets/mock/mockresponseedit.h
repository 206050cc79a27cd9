// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/mock/responseverdict.h"

#include <QWidget>

#include <string_view>

class QComboBox;
class QLabel;
class QLayout;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class BoundedSpin;

// What a mock sends: a result, an error or what was recorded, when, how often, and with which
// fault.
class MockResponseEdit : public QWidget {
    Q_OBJECT
public:
    // What a new result begins as.
    static constexpr std::string_view kNewResult = R"({"content": [{"type": "text", "text": ""}]})";

    explicit MockResponseEdit(QWidget *parent = nullptr);

    void showFields(const mock::ResponseFields &fields, bool readOnly);
    void readInto(mock::ResponseFields &fields) const;
    void showVerdict(const session::ResponseVerdict &verdict);
    const look::ColorLabel &verdict() const { return *m_verdict; }

Q_SIGNALS:
    void edited(); // by the user

private:
    QLayout *makeLimits();
    void contentChosen();
    void showContent();
    void report();
    void setTooLarge(bool isTooLarge); // to be edited: it stays as it is

    QComboBox *m_content;
    QLabel *m_textLabel;
    content::JsonEditor *m_text;
    look::ColorLabel *m_recorded; // in the place of the text
    look::ColorLabel *m_verdict;
    BoundedSpin *m_delay;
    BoundedSpin *m_maxDelay;
    BoundedSpin *m_times;
    QComboBox *m_fault;
    bool m_isShowing = false; // what changes is not typed
    bool m_isTooLarge = false; // the text, which the editor cannot show: it stays as it is
    bool m_isReadOnly = false; // it is recorded
};

} // namespace sonde::widgets
