// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/requestpreview.h"

#include "base/formatting.h"
#include "content/json/jsoneditor.h"
#include "look/clipboard.h"
#include "look/colorlabel.h"
#include "look/iconengine.h"
#include "look/metrics.h"
#include "look/paneltitle.h"
#include "widgets/request/rawedit.h"

#include <QAction>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

// Of the headers that go with a request; the trace has them whole.
constexpr int kMaxHeaders = 8;
constexpr qsizetype kMaxHeaderValue = 100;

} // namespace

RequestPreview::RequestPreview(QWidget *parent)
    : QWidget(parent)
    , m_title(new look::PanelTitle(tr("Request, exactly as sent"), this))
    , m_headers(new look::ColorLabel(models::ColorRole::Normal, this))
    , m_text(new content::JsonEditor(this))
    , m_raw(new RawEdit(m_text, this))
{
    auto *copy = new QAction(look::icon("copy"), tr("Copy the request"), this);
    connect(copy, &QAction::triggered, this, [this] {
        const QByteArray bytes = m_text->bytes().toByteArray();
        look::copyToClipboard(bytes);
    });
    m_title->addButton(copy);
    m_title->addButton(m_raw->action());
    m_headers->setFont(look::fixedFont());
    m_headers->setContentsMargins(6, 3, 6, 3);
    m_headers->setAccessibleName(tr("HTTP headers of the request"));
    m_headers->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_headers->hide();
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("Request, exactly as sent"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_headers);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_raw);
}

void RequestPreview::edit(mcp::Client *client, const Bytes &line, const wire::HttpHeaders &headers)
{
    m_title->setDetail(tr("· edited as text, for one send"));
    m_headers->hide();
    m_text->setHighlight(0, 0);
    m_text->show();
    m_raw->begin(client, line, headers);
}

void RequestPreview::showNothing(const QString &why)
{
    if (m_raw->isOn())
        return;
    m_title->setDetail(QString(QStringLiteral("· ") % why));
    m_headers->hide();
    m_text->setBytes({});
    m_text->setHighlight(0, 0);
}

void RequestPreview::showRequest(
    const Bytes &line, const wire::HttpHeaders &headers, const QString &remark)
{
    if (m_raw->isOn())
        return;
    QString detail = tr("· %1 bytes").arg(countText(line.size()));
    if (line.size() > kMaxShown)
        detail += tr(", the first %1 shown").arg(countText(kMaxShown));
    if (!remark.isEmpty())
        detail += QStringLiteral(" · ") % remark;
    m_title->setDetail(detail);
    m_text->setBytes(line.slice(0, kMaxShown));
    m_text->setHighlight(0, 0);
    QStringList lines;
    for (const wire::HttpHeader &header : headers.fields()) {
        if (lines.size() == kMaxHeaders) {
            lines << QStringLiteral("…");
            break;
        }
        lines << QString::fromUtf8(header.name + ": " + header.value.left(kMaxHeaderValue));
    }
    m_headers->setText(lines.join(u'\n'));
    m_headers->setVisible(!lines.isEmpty() && !m_low);
}

void RequestPreview::light(const QString &pointer)
{
    if (m_raw->isOn())
        return;
    const auto document = json::Document::parse(m_text->bytes());
    if (const json::Value value = document.pointer(pointer))
        m_text->setHighlight(value.node().begin, value.node().end);
}

void RequestPreview::setLow(bool low)
{
    m_low = low;
    m_text->setVisible(!low || m_raw->isOn());
    m_headers->setVisible(!low && !m_raw->isOn() && !m_headers->text().isEmpty());
    setSizePolicy(QSizePolicy::Preferred, low ? QSizePolicy::Fixed : QSizePolicy::Preferred);
}

} // namespace sonde::widgets
