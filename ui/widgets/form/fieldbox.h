// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/formfield.h"

#include <QWidget>

namespace sonde::widgets {

class FieldEditor;

// The frame around a field's editor: dashed when the field is omitted, hatched when it is null, in
// the error colour when its value is invalid. Without a value, it shows what is sent instead.
class FieldBox final : public QWidget {
    Q_OBJECT
public:
    explicit FieldBox(QWidget *parent = nullptr);

    void setEditor(FieldEditor *editor); // fills the frame
    void showState(schema::FieldState state, bool wrong);
    // Painted behind the editor, where the editor has room for it.
    void setGhost(const QString &ghost);
    QRect ghostPlace() const;
    const QString &ghost() const { return m_ghost; }
    bool isWrong() const { return m_wrong; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    FieldEditor *m_editor = nullptr;
    schema::FieldState m_state = schema::FieldState::Value;
    bool m_wrong = false;
    QString m_ghost;
};

} // namespace sonde::widgets
