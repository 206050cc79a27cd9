// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/formfield.h"

#include <QWidget>

class QLineEdit;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// The name of a field, right-aligned, with an asterisk when it is required. A member that the
// schema does not name can be renamed here.
class NameLabel final : public QWidget {
    Q_OBJECT
public:
    NameLabel(bool editable, QWidget *parent);

    void showField(const schema::Field &field, const QString &spoken);
    void setBuddy(QWidget *editor);
    void setHover(const QString &words);
    void setBold(bool bold);
    void setLeading(); // aligns the name to the left
    bool isEditable() const { return m_edit; }
    QLineEdit *editor() const { return m_edit; }
    int wantedWidth() const;
    static int widthOf(const schema::Field &field, const QFontMetrics &metrics);

Q_SIGNALS:
    void renamed(const QString &name);

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    look::ColorLabel *m_label;
    look::ColorLabel *m_mark;
    QLineEdit *m_edit = nullptr;
    QString m_shown;
    QString m_hover;
};

} // namespace sonde::widgets
