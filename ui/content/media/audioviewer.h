// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "content/base/viewer.h"
#include "content/media/audiofacts.h"

namespace sonde::content {

// What a sound is, and its wave. It is played by the program that the desktop has for it.
class AudioViewer final : public Viewer {
    Q_OBJECT
public:
    AudioViewer(
        AudioFacts facts, const Bytes &bytes, const QString &type, QWidget *parent = nullptr);

    int wantedHeight(int width, int most) const override;
    QString facts() const override { return m_facts.text(); }

private:
    class Wave;

    AudioFacts m_facts;
};

} // namespace sonde::content
