// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/media/fileviewer.h"

#include "content/media/openoutside.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::content {
namespace {

// "%PDF-1.7": ISO 32000-1, 7.5.2.
QString pdfVersion(std::string_view bytes)
{
    constexpr std::size_t kBegin = 5;
    constexpr std::size_t kLength = 3;
    const std::string_view version = bytes.substr(std::min(kBegin, bytes.size()), kLength);
    const bool plain = version.size() == kLength && version[1] == '.';
    return plain ? QString::fromLatin1(version.data(), qsizetype(kLength)) : QString();
}

} // namespace

FileViewer::FileViewer(const Bytes &bytes, const QString &type, QWidget *parent)
    : Viewer(parent)
{
    const bool pdf = type == QLatin1String("application/pdf");
    if (pdf)
        m_facts = tr("PDF %1").arg(pdfVersion(bytes.view())).trimmed();
    auto *sentence = new look::ColorLabel(models::ColorRole::Normal, this);
    sentence->setWordWrap(true);
    sentence->setText(pdf
            ? tr("Sonde does not render PDF documents. Save the document, open it in the "
                 "system viewer, or look at its bytes.")
            : tr("Sonde has no viewer for this type. Save the file, or look at its bytes."));
    auto *open = new QPushButton(tr("Open in system viewer"), this);
    open->setVisible(OpenOutside::canOpen(type));
    auto *outside = new OpenOutside(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, look::metrics().unit, 0, look::metrics().unit);
    layout->addWidget(sentence);
    layout->addWidget(open, 0, Qt::AlignLeft);
    layout->addStretch();
    look::passFocus(*this, *open);
    connect(open, &QPushButton::clicked, outside, [=] { outside->open(bytes, type); });
    connect(outside, &OpenOutside::failed, this, &Viewer::noticed);
}

int FileViewer::wantedHeight(int width, int most) const
{
    return std::min(most,
        layout()->hasHeightForWidth() ? layout()->heightForWidth(width) : sizeHint().height());
}

} // namespace sonde::content
