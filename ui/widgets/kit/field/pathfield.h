// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QLineEdit;

namespace sonde::widgets {

// A path that is typed, or chosen in a non-modal dialog.
class PathField : public QWidget {
    Q_OBJECT
public:
    enum class Kind : std::uint8_t { File, Folder };

    // `what` is the accessible name: "Folder", "CA certificate file".
    PathField(Kind kind, const QString &what, QWidget *parent = nullptr);

    QString text() const;
    void setText(const QString &text);
    void setPlaceholderText(const QString &text);
    QLineEdit *edit() const { return m_edit; }

Q_SIGNALS:
    void changed();

private:
    void choose();

    Kind m_kind;
    QString m_what;
    QLineEdit *m_edit;
};

} // namespace sonde::widgets
