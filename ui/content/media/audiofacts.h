// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QVector>

#include <optional>

namespace sonde::content {

// What the bytes of a sound say about it. Nothing is played or decoded, except the samples of a
// WAV file for its wave.
struct AudioFacts {
    struct Peak {
        float low = 0; // -1 to 1
        float high = 0;
    };
    static constexpr int kPeaks = 1000; // along the whole sound

    QString format; // "WAV, PCM"
    int channels = 0; // 0: not known
    int hertz = 0;
    int bits = 0;
    std::optional<double> seconds;
    bool isGuess = false; // the duration, from the rate of the first frame
    QVector<Peak> wave; // empty: not drawn
    QString note; // what does not fit

    QString text() const; // "WAV, PCM · 44,100 Hz · 16 bits · mono · 0.300 s"
};

} // namespace sonde::content
