// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "about/commit.h"
#include "app/program/program.h"

int main(int argc, char **argv)
{
    return sonde::app::run(argc, argv, QStringLiteral(SONDE_COMMIT));
}
