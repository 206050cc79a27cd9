// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/contentblocks.h"

#include "content/metrics.h"

#include <QBuffer>
#include <QImageReader>
#include <QLabel>
#include <QLocale>
#include <QPointer>
#include <QVBoxLayout>

namespace sonde::widgets {
namespace {

// What a server sends may be of any size; what is shown here is bounded, the rest is in the tree.
constexpr int kMaxBlocks = 50;
constexpr qsizetype kMaxText = 20'000;
constexpr std::size_t kMaxImageText = std::size_t(64) << 20; // base64
constexpr int kMaxImageSide = 1600; // larger pictures are shown smaller

struct Decoded {
    QImage image;
    QSize size; // as sent
    qsizetype bytes = 0;
    QString problem;
};

Decoded decodeImage(const std::string &base64)
{
    Decoded decoded;
    if (base64.size() > kMaxImageText) {
        decoded.problem = ContentBlocks::tr("larger than 64 MiB: not decoded");
        return decoded;
    }
    const auto text = QByteArray::fromRawData(base64.data(), qsizetype(base64.size()));
    auto plain = QByteArray::fromBase64Encoding(text, QByteArray::AbortOnBase64DecodingErrors);
    if (!plain) {
        decoded.problem = ContentBlocks::tr("the data is not base64");
        return decoded;
    }
    decoded.bytes = plain.decoded.size();
    QBuffer buffer(&plain.decoded);
    QImageReader reader(&buffer);
    decoded.size = reader.size();
    if (decoded.size.width() > kMaxImageSide || decoded.size.height() > kMaxImageSide)
        reader.setScaledSize(
            decoded.size.scaled(kMaxImageSide, kMaxImageSide, Qt::KeepAspectRatio));
    decoded.image = reader.read();
    if (decoded.image.isNull())
        decoded.problem = ContentBlocks::tr("cannot be decoded: %1").arg(reader.errorString());
    return decoded;
}

} // namespace

ContentBlocks::ContentBlocks(QWidget *parent)
    : QScrollArea(parent)
    , m_decoding(this)
{
    setWidgetResizable(true);
    setAccessibleName(tr("Content blocks"));
    setFrameShape(QFrame::NoFrame);
    setBackgroundRole(QPalette::Base);
    startAfresh();
}

void ContentBlocks::startAfresh()
{
    m_decoding.stop();
    auto *page = new QWidget;
    page->setBackgroundRole(QPalette::Base);
    m_layout = new QVBoxLayout(page);
    m_layout->setContentsMargins(8, 8, 8, 8);
    m_layout->setSpacing(6);
    setWidget(page);
    m_blockCount = 0;
}

void ContentBlocks::setNothing(const QString &why)
{
    startAfresh();
    addCaption(why);
    m_layout->addStretch();
}

void ContentBlocks::setContent(const json::Value &content)
{
    startAfresh();
    std::vector<Picture> pictures;
    if (!content.isArray())
        addCaption(tr("The result has no content array."));
    else if (content.count() == 0)
        addCaption(tr("The content array is empty."));
    for (const json::Value block : content) {
        if (m_blockCount == kMaxBlocks) {
            addCaption(tr("Further blocks: %1. They are in the tree.")
                           .arg(int(content.count()) - kMaxBlocks));
            break;
        }
        addBlock(m_blockCount++, block, pictures);
    }
    m_layout->addStretch();
    if (!pictures.empty())
        decode(std::move(pictures));
}

QLabel *ContentBlocks::addCaption(const QString &text)
{
    QLabel *label = addText(text, false);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QLabel *ContentBlocks::addText(const QString &text, bool fixedPitch)
{
    auto *label = new QLabel(widget());
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    if (fixedPitch)
        label->setFont(content::fixedFont());
    label->setText(text.left(kMaxText));
    m_layout->addWidget(label);
    if (text.size() > kMaxText)
        addCaption(tr("The first %L1 of %L2 characters: the tree has all of them.")
                       .arg(kMaxText)
                       .arg(text.size()));
    return label;
}

void ContentBlocks::addBlock(int number, const json::Value &block, std::vector<Picture> &pictures)
{
    const QString type = block["type"].toString().left(100);
    if (type == QLatin1String("text") && block["text"].isString()) {
        addCaption(tr("%1 · text").arg(number));
        addText(block["text"].toString(), false);
        return;
    }
    const QString mime = block["mimeType"].toString().left(100);
    if (type == QLatin1String("image") && block["data"].isString()) {
        Picture picture;
        picture.caption = addCaption(tr("%1 · image · %2").arg(QString::number(number), mime));
        picture.label = addText({}, false);
        picture.base64 = block["data"].text();
        pictures.push_back(std::move(picture));
        return;
    }
    addCaption(type.isEmpty() ? tr("%1 · no type").arg(number)
                              : tr("%1 · %2").arg(QString::number(number), type));
    const std::string_view raw = block.raw();
    addText(
        QString::fromUtf8(raw.data(), qsizetype(std::min<std::size_t>(raw.size(), 4 * kMaxText))),
        true);
}

void ContentBlocks::decode(std::vector<Picture> pictures)
{
    std::vector<std::pair<QPointer<QLabel>, QPointer<QLabel>>> labels;
    std::vector<std::string> texts;
    for (Picture &picture : pictures) {
        labels.emplace_back(picture.label, picture.caption);
        texts.push_back(std::move(picture.base64));
    }
    m_decoding.start<std::vector<Decoded>>(
        [texts = std::move(texts)](const std::stop_token &stop) {
            std::vector<Decoded> decoded;
            for (const std::string &text : texts)
                decoded.push_back(stop.stop_requested() ? Decoded{} : decodeImage(text));
            return decoded;
        },
        [this, labels](std::vector<Decoded> decoded) {
            const QLocale locale;
            for (std::size_t i = 0; i < decoded.size(); ++i) {
                auto [label, caption] = labels[i];
                if (!label || !caption)
                    continue;
                const Decoded &one = decoded[i];
                const QString what = one.problem.isEmpty()
                    ? tr("%1 × %2 · %3 bytes")
                          .arg(QString::number(one.size.width()),
                              QString::number(one.size.height()), locale.toString(one.bytes))
                    : one.problem;
                caption->setText(caption->text() % QStringLiteral(" · ") % what);
                label->setAccessibleName(tr("Image, %1").arg(what));
                label->setPixmap(QPixmap::fromImage(one.image));
                label->setVisible(!one.image.isNull());
            }
            Q_EMIT imagesShown();
        });
}

} // namespace sonde::widgets
