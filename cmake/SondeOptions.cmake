# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later

# One interface target carries the language level, the warnings and Qt's strictness for every
# target of ours; sanitizers and warnings-as-errors are chosen by the presets.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_AUTOMOC ON)
set(CMAKE_AUTORCC ON)
# Nothing that moc reads is generated, so it need not wait until what a target uses is built.
set(CMAKE_AUTOGEN_ORIGIN_DEPENDS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

set(SONDE_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them")
option(SONDE_WERROR "Warnings are errors" OFF)

find_program(SONDE_CCACHE ccache)
if(SONDE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Without SLOPPINESS it keeps nothing that uses precompiled headers (no source of ours uses
    # __TIME__ or __DATE__); with DEPEND a file that it does not know yet is read once, not twice;
    # with EXTSUM it looks at the checksum of precompiled headers (cmake/leavesum.sh), which are of
    # 200 MB, instead of reading them for each file. With BASEDIR and NOHASHDIR the preset `portable`
    # and another clone take what `dev` has compiled: their names differ only in the folder.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}" -E env CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros
        CCACHE_PCH_EXTSUM=1 "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${SONDE_CCACHE}")
endif()

include(CheckCXXCompilerFlag)

add_library(sonde_options INTERFACE)
target_compile_options(sonde_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual
    -Wimplicit-fallthrough)
target_compile_definitions(sonde_options INTERFACE
    QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY QT_RESTRICTED_CAST_FROM_ASCII
    QT_NO_URL_CAST_FROM_STRING QT_NO_FOREACH QT_USE_QSTRINGBUILDER QT_NO_KEYWORDS
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
    SONDE_VERSION="${PROJECT_VERSION}")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # Optimising, GCC 12 warns of every "literal" + std::string (its bug 105651), and takes the
    # alternatives of a std::variant that is moved for used before they are set.
    target_compile_options(sonde_options INTERFACE
        $<$<CONFIG:Release>:-Wno-restrict> $<$<CONFIG:Release>:-Wno-maybe-uninitialized>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Tuned for any x86-64, GCC clears a structure of 64 bytes or more with `rep stos`, which takes
    # longer to begin than the stores themselves.
    set(clearing -mmemset-strategy=unrolled_loop:512:noalign,libcall:-1:noalign)
    check_cxx_compiler_flag(${clearing} SONDE_HAS_MEMSET_STRATEGY)
    if(SONDE_HAS_MEMSET_STRATEGY)
        target_compile_options(sonde_options INTERFACE $<$<CONFIG:Release>:${clearing}>)
    endif()
endif()
# What is shipped carries the checks that Debian's packages carry, and no path of the machine that
# made it, so that it can be made again, byte for byte.
foreach(protection -fstack-protector-strong -fstack-clash-protection -fcf-protection)
    string(MAKE_C_IDENTIFIER "SONDE_HAS${protection}" has)
    check_cxx_compiler_flag(${protection} ${has})
    if(${has})
        target_compile_options(sonde_options INTERFACE $<$<CONFIG:Release>:${protection}>)
    endif()
endforeach()
target_compile_options(sonde_options INTERFACE
    $<$<CONFIG:Release>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2>
    "$<$<CONFIG:Release>:-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.>"
    "$<$<CONFIG:Release>:-ffile-prefix-map=${CMAKE_BINARY_DIR}=build>")
target_link_options(sonde_options INTERFACE
    $<$<CONFIG:Release>:LINKER:-z,relro,-z,now> $<$<CONFIG:Release>:LINKER:--build-id=sha1>)
if(SONDE_WERROR)
    target_compile_options(sonde_options INTERFACE -Werror)
endif()
if(SONDE_SANITIZE)
    target_compile_options(sonde_options INTERFACE
        -fsanitize=${SONDE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(sonde_options INTERFACE -fsanitize=${SONDE_SANITIZE})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # Under the thread sanitizer, GCC 12 takes an empty std::optional for one that is read.
        target_compile_options(sonde_options INTERFACE -Wno-maybe-uninitialized)
    endif()
endif()

# The fast linkers are a convenience: the ordinary one gives the same programs.
find_program(SONDE_MOLD mold)
find_program(SONDE_LLD ld.lld)
if(SONDE_MOLD)
    target_link_options(sonde_options INTERFACE -fuse-ld=mold)
elseif(SONDE_LLD)
    target_link_options(sonde_options INTERFACE -fuse-ld=lld)
endif()
# Half of a test program is debug information that its neighbours have too: 64 MB of one for the
# window become 33, and a build with all tests takes half the disk, for 0.2 s more at each link.
if(SONDE_MOLD OR SONDE_LLD)
    target_link_options(sonde_options INTERFACE
        $<$<CONFIG:Debug>:-Wl,--compress-debug-sections=zlib>)
endif()
