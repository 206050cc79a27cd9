// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/spokenlabel.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QLabel>
#include <QTextDocument>

namespace sonde::look {

namespace {

class SpokenLabel : public QAccessibleWidget {
    Q_DECLARE_TR_FUNCTIONS(sonde::look::SpokenLabel)
public:
    explicit SpokenLabel(QLabel *label)
        : QAccessibleWidget(label, QAccessible::StaticText)
    {
    }

    QString text(QAccessible::Text kind) const override
    {
        if (kind != QAccessible::Name)
            return QAccessibleWidget::text(kind);
        const QString name = widget()->accessibleName();
        const QString shown = shownText();
        // Some names say the text in their own way.
        if (name.isEmpty() || shown.isEmpty() || name.contains(shown))
            return name.isEmpty() ? shown : name;
        return tr("%1: %2").arg(name, shown);
    }

private:
    QString shownText() const
    {
        const auto &label = static_cast<const QLabel &>(*widget());
        const bool isRich = label.textFormat() == Qt::RichText
            || (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
        if (!isRich)
            return label.buddy() ? label.text().remove(u'&') : label.text();
        QTextDocument document;
        document.setHtml(label.text());
        return document.toPlainText();
    }
};

QAccessibleInterface *makeSpokenLabel(const QString &className, QObject *object)
{
    if (className != QLatin1String("QLabel"))
        return nullptr;
    return new SpokenLabel(static_cast<QLabel *>(object));
}

} // namespace

void speakLabels()
{
    QAccessible::installFactory(makeSpokenLabel);
}

} // namespace sonde::look
