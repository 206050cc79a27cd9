# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Read by CPack for each generator: the archive has no debug information. Of the Debian packages CPack
# makes packages with it, which it does only where nothing is stripped before.
if(CPACK_GENERATOR STREQUAL "TXZ")
    set(CPACK_STRIP_FILES ON)
    set(CPACK_PACKAGING_INSTALL_PREFIX /)
    set(CPACK_THREADS 0) # as many as there are processors
endif()
