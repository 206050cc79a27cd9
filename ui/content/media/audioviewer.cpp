// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/media/audioviewer.h"

#include "content/media/openoutside.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QFontMetrics>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::content {
namespace {

constexpr int kWaveHeight = 80; // with a font of 12 px

} // namespace

class AudioViewer::Wave final : public QWidget {
public:
    Wave(const AudioFacts &facts, QWidget *parent)
        : QWidget(parent)
        , m_facts(facts)
    {
        setAccessibleName(AudioViewer::tr("Waveform"));
        setAccessibleDescription(facts.text());
        setMinimumHeight(kWaveHeight / 2);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), look::theme().base);
        painter.setPen(look::theme().line);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
        const int words = QFontMetrics(look::smallFont()).height();
        const QRect place = rect().adjusted(1, 2, -1, -words - 2);
        paintWave(painter, place);
        paintTimes(painter, QRect(place.left() + 4, place.bottom(), place.width() - 8, words));
    }

private:
    void paintWave(QPainter &painter, const QRect &place) const
    {
        const int middle = place.center().y();
        painter.setPen(look::theme().line);
        painter.drawLine(place.left(), middle, place.right(), middle);
        painter.setPen(look::theme().accent);
        const auto count = m_facts.wave.size();
        const double half = place.height() / 2.0;
        for (int x = 0; x < place.width() && count > 0; ++x) {
            const auto first = qsizetype(x) * count / place.width();
            const auto last = std::max(first + 1, qsizetype(x + 1) * count / place.width());
            AudioFacts::Peak peak{1, -1};
            for (qsizetype i = first; i < last; ++i) {
                peak.low = std::min(peak.low, m_facts.wave[i].low);
                peak.high = std::max(peak.high, m_facts.wave[i].high);
            }
            painter.drawLine(place.left() + x, int(middle - peak.high * half), place.left() + x,
                int(middle - peak.low * half));
        }
    }

    void paintTimes(QPainter &painter, const QRect &place) const
    {
        painter.setFont(look::smallFont());
        painter.setPen(look::theme().muted);
        if (m_facts.wave.isEmpty()) {
            painter.drawText(place, Qt::AlignLeft, AudioViewer::tr("no waveform"));
        } else {
            painter.drawText(place, Qt::AlignLeft, QStringLiteral("0"));
            const QString end = QLocale().toString(m_facts.seconds.value_or(0), 'f', 3);
            painter.drawText(place, Qt::AlignRight, AudioViewer::tr("%1 s").arg(end));
        }
    }

    const AudioFacts &m_facts;
};

AudioViewer::AudioViewer(AudioFacts facts, const Bytes &bytes, const QString &type, QWidget *parent)
    : Viewer(parent)
    , m_facts(std::move(facts))
{
    auto *outside = new OpenOutside(this);
    auto *play = new QPushButton(look::icon("play"), tr("Play in system player"), this);
    play->setEnabled(OpenOutside::canOpen(type));
    auto *result = new look::ColorLabel(models::ColorRole::Muted, this);
    auto *row = new QHBoxLayout;
    row->addWidget(play);
    row->addWidget(result, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(new Wave(m_facts, this), 1);
    layout->addLayout(row);
    look::passFocus(*this, *play);
    connect(play, &QPushButton::clicked, outside, [=] { outside->open(bytes, type); });
    connect(outside, &OpenOutside::opened, result,
        [result] { result->setText(tr("opened in the player")); });
    connect(outside, &OpenOutside::failed, this, &Viewer::noticed);
}

int AudioViewer::wantedHeight(int, int most) const
{
    return std::min(most, kWaveHeight + look::metrics().control + 2 * look::metrics().unit);
}

} // namespace sonde::content
