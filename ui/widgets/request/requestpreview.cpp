// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/requestpreview.h"

#include "base/formatting.h"
#include "content/json/jsoneditor.h"
#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/controls/paneltitle.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "mcp/client/client.h"
#include "widgets/kit/button/openarrow.h"
#include "widgets/request/rawedit.h"

#include <QAction>
#include <QShortcut>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

// Of the headers that go with a request; the trace has them whole.
constexpr int kMaxShownHeaders = 8;
constexpr qsizetype kMaxHeaderValue = 100;
constexpr int kOutdatedMs = 50;
constexpr std::size_t kMaxBeginning = 300; // bytes of a closed request

} // namespace

RequestPreview::RequestPreview(QWidget *parent)
    : QWidget(parent)
    , m_arrow(new OpenArrow(this))
    , m_title(new look::PanelTitle(tr("Next request"), this))
    , m_headers(new look::ColorLabel(models::ColorRole::Normal, this))
    , m_text(new content::JsonEditor(this))
    , m_raw(new RawEdit(m_text, this))
{
    m_headers->setFont(look::fixedFont());
    m_headers->setContentsMargins(6, 3, 6, 3);
    m_headers->setAccessibleName(tr("HTTP headers of the request"));
    m_headers->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("Next request, byte for byte"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    makeHead(layout);
    layout->addWidget(m_headers);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_raw);
    connect(m_raw, &RawEdit::toggled, this, &RequestPreview::showParts);
    m_outdatedSoon.setSingleShot(true);
    m_outdatedSoon.setInterval(kOutdatedMs);
    connect(&m_outdatedSoon, &QTimer::timeout, this, &RequestPreview::outdated);
    showParts();
}

void RequestPreview::makeHead(QLayout *layout)
{
    auto *copy = new QAction(look::icon("copy"), tr("Copy the request"), this);
    connect(copy, &QAction::triggered, this, [this] {
        const QByteArray bytes = m_text->bytes().toByteArray();
        look::copyToClipboard(bytes);
    });
    m_title->addButton(copy);
    m_title->addButton(m_raw->action());
    connect(m_arrow, &OpenArrow::openRequested, this, &RequestPreview::setOpen);
    auto *toggle = new QShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_J), parentWidget());
    toggle->setContext(Qt::WidgetWithChildrenShortcut);
    connect(toggle, &QShortcut::activated, this, [this] { setOpen(!m_open); });
    m_arrow->setToolTip(tr("Show the whole request (Ctrl+Shift+J)"));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 0, 0);
    head->setSpacing(0);
    head->addWidget(m_arrow);
    head->addWidget(m_title, 1);
    static_cast<QBoxLayout *>(layout)->addLayout(head);
}

void RequestPreview::follow(const mcp::Client *client)
{
    if (m_client == client)
        return;
    if (m_client)
        disconnect(m_client, nullptr, this, nullptr);
    m_client = client;
    m_outdatedSoon.stop();
    if (!client)
        return;
    connect(client, &mcp::Client::requestNumbered, this, [this] {
        if (!m_outdatedSoon.isActive())
            m_outdatedSoon.start();
    });
}

void RequestPreview::setOpen(bool open)
{
    m_open = open;
    showParts();
    Q_EMIT openChanged();
}

bool RequestPreview::isOpen() const
{
    return m_raw->isOn() || (m_open && !m_low);
}

void RequestPreview::showParts()
{
    const bool open = isOpen();
    m_arrow->showOpen(open, tr("the next request"));
    m_text->setVisible(open);
    m_headers->setVisible(open && !m_raw->isOn() && !m_headers->text().isEmpty());
    setSizePolicy(QSizePolicy::Preferred, open ? QSizePolicy::Preferred : QSizePolicy::Fixed);
    refreshDetail();
}

// A closed one shows how the request begins.
void RequestPreview::refreshDetail()
{
    if (m_raw->isOn())
        return m_title->setDetail(tr("· edited as text, for one send"));
    QString detail = m_size;
    if (!isOpen() && !m_text->bytes().isEmpty())
        detail += u' '
            + QString::fromUtf8(m_text->bytes().slice(0, kMaxBeginning).toByteArray()).simplified();
    m_title->setDetail(detail);
}

void RequestPreview::edit(mcp::Client *client, const Bytes &line, const wire::HttpHeaders &headers)
{
    m_text->setHighlight(0, 0);
    m_raw->begin(client, line, headers);
    showParts();
}

void RequestPreview::showNothing(const QString &why)
{
    if (m_raw->isOn())
        return;
    m_size = QStringLiteral("· ") % why;
    m_text->setBytes({});
    m_text->setHighlight(0, 0);
    m_headers->clear();
    showParts();
}

void RequestPreview::showRequest(
    const Bytes &line, const wire::HttpHeaders &headers, const QString &remark)
{
    if (m_raw->isOn())
        return;
    m_size = tr("· %1").arg(bytesText(line.size()));
    if (line.size() > kMaxShown)
        m_size += tr(", the first %1 shown").arg(countText(kMaxShown));
    if (!remark.isEmpty())
        m_size += QStringLiteral(" · ") % remark;
    m_text->setBytes(line.slice(0, kMaxShown));
    m_text->setHighlight(0, 0);
    QStringList lines;
    for (const wire::HttpHeader &header : headers.fields()) {
        if (lines.size() == kMaxShownHeaders) {
            lines << QStringLiteral("…");
            break;
        }
        lines << QString::fromUtf8(header.name + ": " + header.value.left(kMaxHeaderValue));
    }
    m_headers->setText(lines.join(u'\n'));
    showParts();
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
    showParts();
}

} // namespace sonde::widgets
