// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/access/spokencontrols.h"

#include "look/access/menutext.h"
#include "look/theme/looktext.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QLabel>
#include <QTextDocument>

namespace sonde::look {

namespace {

class SpokenLabel : public QAccessibleWidget {
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
        return Text::tr("%1: %2").arg(name, shown);
    }

private:
    QString shownText() const
    {
        const auto &label = static_cast<const QLabel &>(*widget());
        const bool isRich = label.textFormat() == Qt::RichText
            || (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
        if (!isRich)
            return label.buddy() ? withoutMnemonic(label.text()) : label.text();
        QTextDocument document;
        document.setHtml(label.text());
        return document.toPlainText();
    }
};

QAccessibleInterface *makeSpoken(const QString &className, QObject *object)
{
    if (className == QLatin1String("QLabel"))
        return new SpokenLabel(static_cast<QLabel *>(object));
    // Nothing before has had more to say of this widget.
    if (className == QLatin1String("QWidget") && static_cast<QWidget *>(object)->isWindow())
        return new QAccessibleWidget(static_cast<QWidget *>(object), QAccessible::Window);
    return nullptr;
}

} // namespace

void improveSpokenControls()
{
    QAccessible::installFactory(makeSpoken);
}

} // namespace sonde::look
