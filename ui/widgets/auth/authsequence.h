// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QListView>

namespace sonde::models {
class AuthSequenceModel;
}

namespace sonde::widgets {

// The sequence diagram of an authorization: who takes part above, and under it an arrow in each
// row. A row is chosen like that of any list.
class AuthSequence : public QListView {
    Q_OBJECT
public:
    explicit AuthSequence(models::AuthSequenceModel *model, QWidget *parent = nullptr);

    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    class Heads;
    void placeHeads();

    Heads *m_heads;
};

} // namespace sonde::widgets
