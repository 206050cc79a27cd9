// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/comparewindow.h"

#include "base/formatting.h"
#include "content/text/textdiffview.h"
#include "look/metrics.h"
#include "models/catalog/jsonlines.h"
#include "models/trace/tracetext.h"
#include "json/document.h"

#include <QLabel>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

constexpr QSize kFirstSize(820, 560);

QString nameOf(const models::TraceModel &model, trace::Number number)
{
    const trace::Record &record = model.record(model.rowOf(number));
    QStringList parts{QStringLiteral("#%1").arg(number), models::directionText(record),
        models::kindText(record), model.store().string(record.method),
        model.store().string(record.target), timeText(record.wallNs)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

Bytes linesOf(const trace::Store &store, const trace::Record &record)
{
    const Result<Bytes> text = store.read(record);
    if (!text.ok())
        return Bytes::copyOf(text.error().sentence.toStdString());
    const auto document = json::Document::parse(*text);
    return document.isValid() ? Bytes::copyOf(models::jsonLines(text->view())) : *text;
}

} // namespace

CompareWindow::CompareWindow(
    const models::TraceModel &model, trace::Number before, trace::Number after, QWidget *parent)
    : SecondaryWindow(parent)
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
    column->addWidget(m_diff, 1);
    resize(kFirstSize);
    const trace::Record first = model.record(model.rowOf(before));
    const trace::Record second = model.record(model.rowOf(after));
    if (first.length > kMaxBytes || second.length > kMaxBytes) {
        m_diff->setNothing(
            tr("Messages larger than %1 MiB cannot be compared.").arg(kMaxBytes >> 20));
        return;
    }
    m_diff->compare([store = &model.store(), first, second] {
        return std::pair(linesOf(*store, first), linesOf(*store, second));
    });
}

} // namespace sonde::widgets
