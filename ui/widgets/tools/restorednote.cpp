// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/restorednote.h"

#include "look/controls/inlinemessage.h"
#include "session/call/callmemory.h"

#include <QLocale>
#include <QStringList>
#include <QVBoxLayout>

namespace sonde::widgets {

RestoredNote::RestoredNote(QWidget *parent)
    : QWidget(parent)
    , m_message(new look::InlineMessage(this))
    , m_job(this)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_message);
    connect(m_message, &look::InlineMessage::buttonClicked, this, &RestoredNote::clear);
    hide();
}

void RestoredNote::clear()
{
    m_job.stop();
    m_when.clear();
    hide();
    Q_EMIT changed();
}

void RestoredNote::setRestored(const session::LastValues &values, const json::Value &schema)
{
    m_job.stop();
    hide();
    const QLocale locale;
    const QDateTime then = values.when.toLocalTime();
    const bool today = then.date() == QDate::currentDate();
    const QString date = today ? locale.toString(then.time(), QLocale::ShortFormat)
                               : locale.toString(then.date(), tr("d MMMM"));
    m_when = tr("values restored from %1").arg(date);
    Q_EMIT changed();
    if (!values.otherSchema || !schema.exists())
        return;
    const auto document =
        std::make_shared<const json::Document>(json::Document::parse(schema.raw()));
    m_job.start<schema::FitCheck>(
        [text = Bytes::fromByteArray(values.arguments), document](
            const std::stop_token &) { return schema::checkFit(text, document); },
        [this, date](const schema::FitCheck &check) { showMisfits(check, date); });
}

void RestoredNote::showMisfits(const schema::FitCheck &check, const QString &date)
{
    QStringList sentences;
    if (!check.problem.isEmpty())
        sentences << check.problem;
    for (std::size_t i = 0; i < std::min(kShown, check.misfits.size()); ++i) {
        const schema::Misfit &misfit = check.misfits[i];
        sentences << (misfit.pointer.isEmpty()
                ? misfit.sentence
                : misfit.pointer % QStringLiteral(": ") % misfit.sentence);
    }
    if (check.misfits.size() > kShown)
        sentences << tr("And %1 more.").arg(check.misfits.size() - kShown);
    if (sentences.isEmpty()) {
        m_message->showMessage(look::InlineMessage::Kind::Info,
            tr("All restored values still fit."), tr("Close"),
            tr("The schema has changed since %1.").arg(date));
    } else {
        m_message->showMessage(look::InlineMessage::Kind::Warning, sentences.join(u' '),
            tr("Close"), tr("The schema has changed, and these values no longer fit:"));
    }
    show();
    Q_EMIT changed();
}

QString RestoredNote::sentence() const
{
    return isHidden() ? QString() : m_message->sentence();
}

} // namespace sonde::widgets
