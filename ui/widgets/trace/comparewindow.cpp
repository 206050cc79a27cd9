// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/comparewindow.h"

#include "base/formatting.h"
#include "content/text/textdiffview.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/catalog/comparedtext.h"
#include "models/trace/tracetext.h"
#include "rpc/lifecycle.h"
#include "rpc/sentence.h"

#include <QCheckBox>
#include <QLabel>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

constexpr QSize kFirstSize(820, 560);

QString nameOf(const models::TraceModel &model, trace::Number number)
{
    const trace::Record &record = model.record(model.rowOf(number));
    QStringList parts{QStringLiteral("#%1").arg(number),
        models::directionText(record, model.isTapped(record.stream)), models::kindText(record),
        model.store().string(record.method), model.store().string(record.target),
        timeText(record.wallNs)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

Bytes linesOf(const trace::Store &store, const trace::Record &record, bool ignoreIdsAndTimes)
{
    Result<Bytes> text = store.read(record);
    if (record.kind == rpc::Kind::Lifecycle && text) {
        // Of an event, what was sent in place of a message.
        const std::string_view line = text->view();
        const std::string_view id = rpc::lifecycle::idOf(line);
        if (id == rpc::lifecycle::kStartFailed || id == rpc::lifecycle::kMessageRefused)
            text = Bytes::copyOf(rpc::Sentence::shownLine(line).toStdString());
        else if (const auto end = line.find('\n'); end != std::string_view::npos)
            text = text->slice(end + 1, text->size() - end - 1);
    }
    return text.ok() ? models::comparedText(*text, ignoreIdsAndTimes)
                     : Bytes::copyOf(text.error().sentence.toStdString());
}

} // namespace

CompareWindow::CompareWindow(
    const models::TraceModel &model, trace::Number before, trace::Number after, QWidget *parent)
    : SecondaryWindow(parent)
    , m_store(model.store())
    , m_before(model.record(model.rowOf(before)))
    , m_after(model.record(model.rowOf(after)))
    , m_ignore(new QCheckBox(tr("Ignore &ids and times"), this))
    , m_diff(new content::TextDiffView(this))
{
    setWindowTitle(tr("Message %1 and message %2").arg(before).arg(after));
    auto *column = new QVBoxLayout(this);
    const int margin = look::metrics().margin;
    column->setContentsMargins(margin, margin, margin, margin);
    const auto addName = [&](const QString &sign, trace::Number number) {
        auto *label = new QLabel(sign % QStringLiteral("  ") % nameOf(model, number), this);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    };
    addName(QStringLiteral("−"), before);
    addName(QStringLiteral("+"), after);
    m_ignore->setToolTip(
        tr("Hide differences of request, progress and task ids, and of dates with a time"));
    connect(m_ignore, &QCheckBox::toggled, this, &CompareWindow::compare);
    column->addWidget(m_ignore);
    column->addWidget(m_diff, 1);
    look::setFirstSize(this, kFirstSize);
    m_diff->setFocus();
    compare();
}

void CompareWindow::compare()
{
    if (m_before.length > kMaxBytes || m_after.length > kMaxBytes) {
        m_ignore->setEnabled(false);
        m_diff->setNothing(
            tr("Messages larger than %1 MiB cannot be compared.").arg(kMaxBytes >> 20));
        return;
    }
    m_diff->compare(
        [store = &m_store, before = m_before, after = m_after, ignore = m_ignore->isChecked()] {
            return std::pair(linesOf(*store, before, ignore), linesOf(*store, after, ignore));
        });
}

} // namespace sonde::widgets
