# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later

# One interface target carries the language level, the warnings and Qt's strictness for every
# target of ours; sanitizers are chosen by the presets, warnings-as-errors by `./dev check`.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_AUTOMOC ON)
set(CMAKE_AUTORCC ON)
# Without the times of the files, so that a build can be made again byte for byte.
set(CMAKE_AUTORCC_OPTIONS --format-version 1)
# Nothing that moc reads is generated, so it need not wait until what a target uses is built.
set(CMAKE_AUTOGEN_ORIGIN_DEPENDS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

set(SONDE_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them")
option(SONDE_WERROR "Warnings are errors" OFF)

find_program(SONDE_CCACHE ccache)
if(SONDE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Without SLOPPINESS it keeps nothing that uses precompiled headers (no source of ours uses
    # __TIME__ or __DATE__); with DEPEND a file that it does not know yet is read once,
    # not twice; with EXTSUM it looks at the checksum of precompiled headers
    # (cmake/leavesum.sh), which are of 200 MB, instead of reading them for each file. With BASEDIR
    # and NOHASHDIR another clone takes what is known: names differ only in the folder.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}" -E env CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros
        CCACHE_PCH_EXTSUM=1 "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${SONDE_CCACHE}")
endif()

include(CheckCXXCompilerFlag)

add_library(sonde_options INTERFACE)
target_compile_options(sonde_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual
    -Wimplicit-fallthrough
    # The tests load the libraries from a shared one (sonde_shared()), where nobody puts other
    # functions in the place of ours: they may be inlined as in a program.
    -fno-semantic-interposition)
target_compile_definitions(sonde_options INTERFACE
    QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY QT_RESTRICTED_CAST_FROM_ASCII
    QT_NO_URL_CAST_FROM_STRING QT_NO_FOREACH QT_USE_QSTRINGBUILDER QT_NO_KEYWORDS
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
    SONDE_VERSION="${PROJECT_VERSION}")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Optimising, GCC 12 takes the pointer of a std::string for one to its small buffer, whatever its
    # length (its bug 105651 and others of the kind), and the alternatives of a std::variant that is
    # moved for used before they are set. The address sanitizer and clang's analyzer look for the real
    # ones.
    target_compile_options(sonde_options INTERFACE -Wno-restrict -Wno-array-bounds
        -Wno-stringop-overflow -Wno-stringop-overread -Wno-maybe-uninitialized)
endif()

# What is shipped carries the checks that Debian's packages carry, and no path of the machine that
# made it, so that it can be made again, byte for byte. For libraries and programs; tests do without.
add_library(sonde_shipped INTERFACE)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
    foreach(protection -fstack-protector-strong -fstack-clash-protection -fcf-protection)
        string(MAKE_C_IDENTIFIER "SONDE_HAS${protection}" has)
        check_cxx_compiler_flag(${protection} ${has})
        if(${has})
            target_compile_options(sonde_shipped INTERFACE ${protection})
        endif()
    endforeach()
    target_compile_options(sonde_shipped INTERFACE
        -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
        "-ffile-prefix-map=${CMAKE_SOURCE_DIR}=." "-ffile-prefix-map=${CMAKE_BINARY_DIR}=build")
    target_link_options(sonde_shipped INTERFACE
        LINKER:-z,relro,-z,now LINKER:--build-id=sha1)
endif()
if(SONDE_WERROR)
    target_compile_options(sonde_options INTERFACE -Werror)
endif()
if(SONDE_SANITIZE)
    target_compile_options(sonde_options INTERFACE
        -fsanitize=${SONDE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(sonde_options INTERFACE -fsanitize=${SONDE_SANITIZE})
endif()

# The fast linkers are a convenience: the ordinary one gives the same programs.
find_program(SONDE_MOLD mold)
find_program(SONDE_LLD ld.lld)
if(SONDE_MOLD)
    target_link_options(sonde_options INTERFACE -fuse-ld=mold)
elseif(SONDE_LLD)
    target_link_options(sonde_options INTERFACE -fuse-ld=lld)
endif()
