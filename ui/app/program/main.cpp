// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/program.h"

int main(int argc, char **argv)
{
    return sonde::app::run(argc, argv);
}
