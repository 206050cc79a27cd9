// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace sonde::look {

// Says something at the place of its cause and stays until that is solved: a bar of 3 px, an icon,
// a sentence, and the next step as a button.
class InlineMessage final : public QWidget {
    Q_OBJECT
public:
    enum class Kind : std::uint8_t { Info, Warning, Error };

    explicit InlineMessage(QWidget *parent = nullptr);

    // Shows the message. The texts are plain; `lead` is bold before the sentence.
    void showMessage(
        Kind kind, const QString &sentence, const QString &button = {}, const QString &lead = {});
    // From now on with a button that hides the message, for one that nothing else ends.
    void setClosable();
    Kind kind() const { return m_kind; }
    QString sentence() const;

Q_SIGNALS:
    void buttonClicked();
    void closed(); // by the user

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QLayout *makeWords();

    Kind m_kind = Kind::Info;
    QLabel *m_lead;
    QLabel *m_sentence;
    QPushButton *m_button;
    QToolButton *m_close;
};

} // namespace sonde::look
