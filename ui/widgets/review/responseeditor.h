// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "json/document.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QTabWidget;
class QToolButton;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// The response to a sampling request while it is written: the exact JSON, and a form for what is
// usual in it. The JSON is what is sent.
class ResponseEditor : public QWidget {
    Q_OBJECT
public:
    static constexpr qint64 kMaxFile = qint64(10) << 20; // of a picture or sound that is added

    // `params` is the request's: it names the tools.
    ResponseEditor(const json::Value &params, QWidget *parent);

    Bytes response() const;
    void setResponse(const Bytes &response);
    void setReadOnly(bool readOnly);
    void addFile(const QString &path); // a block of its bytes, by its type

Q_SIGNALS:
    void changed();

private:
    QWidget *makeForm();
    QLayout *makeAdding();
    void chooseFile(const QString &filter);
    void addBlock(const std::string &block);
    void put(const Result<Bytes> &response);
    void fillForm();
    void say(const QString &problem);

    QStringList m_tools;
    QTabWidget *m_tabs;
    content::JsonEditor *m_json;
    QPlainTextEdit *m_text;
    QLineEdit *m_model;
    QComboBox *m_stopReason;
    look::ColorLabel *m_note; // what the form cannot show, or what went wrong
    std::vector<QToolButton *> m_adders;
    bool m_filling = false; // the form, from the JSON
    bool m_putting = false; // the JSON, from the form
    int m_toolUses = 0;
};

} // namespace sonde::widgets
