# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later

# moc takes 0.35 s for a header whose includes it finds, and 0.02 s without them. What it makes is the
# same but for the registration of a few argument types by name, which Qt 6 does not need any more.
# CMake always says where headers are; so it calls SONDE_MOC, which leaves that out.
get_target_property(SONDE_QT_MOC Qt6::moc LOCATION)
set(SONDE_MOC "${CMAKE_BINARY_DIR}/moc.sh")
configure_file(cmake/moc.sh.in "${SONDE_MOC}" @ONLY
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
