// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/responsefields.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::widgets {

// Which requests a response of a mock is for.
class MockMatchEdit : public QWidget {
    Q_OBJECT
public:
    explicit MockMatchEdit(QWidget *parent = nullptr);

    void showFields(const mock::ResponseFields &fields, bool readOnly);
    void readInto(mock::ResponseFields &fields) const;
    void focusName();

Q_SIGNALS:
    void edited(); // by the user

private:
    content::JsonEditor *makeJson(const char *name, const QString &title, QLabel *&label);
    void report();
    void showParts();

    QComboBox *m_thing;
    QLineEdit *m_name;
    QLabel *m_argumentsLabel = nullptr;
    QLabel *m_paramsLabel = nullptr;
    content::JsonEditor *m_arguments;
    content::JsonEditor *m_params;
    bool m_isShowing = false; // what changes is not typed
    // Texts that their editors cannot show: they stay as they are.
    bool m_areArgumentsTooLarge = false;
    bool m_areParamsTooLarge = false;
};

} // namespace sonde::widgets
