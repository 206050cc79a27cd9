# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Of the time that a file of a library takes, most goes into starting and into our own headers; eight
# of them compiled as one take little more. With sanitizers all libraries took 294 s instead of 760 on
# two processors. So a name in an anonymous namespace is unique in its folder. What is shipped goes
# file by file, so includes stay complete.
set(SONDE_UNITY 8 CACHE STRING "How many files of a library are compiled as one")

# sonde_library(FOLDER USES <sonde targets and others> [HIDES <targets>] SOURCES <files>)
#
# The library of a folder of src or ui: sonde_json of "json", sonde_widgets_tools of the room
# "widgets/tools". Headers are included as "<folder>/<file>.h". Each library offers only its own
# folder (by a link in the build tree), so a header of a library that is not in USES is simply not
# found: an include against the direction of dependencies does not compile. What a library HIDES is
# used by its own sources only. SONDE_LIBRARY_HEADERS names the headers that are precompiled for it.
function(sonde_library folder)
    cmake_parse_arguments(ARG "" "" "USES;HIDES;SOURCES" ${ARGN})
    string(REPLACE "/" "_" name "${folder}")
    add_library(sonde_${name} STATIC ${ARG_SOURCES})
    set(include_root "${CMAKE_BINARY_DIR}/include/${name}")
    get_filename_component(link "${include_root}/${folder}" DIRECTORY)
    file(MAKE_DIRECTORY "${link}")
    file(CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}" "${include_root}/${folder}" SYMBOLIC)
    target_include_directories(sonde_${name} PUBLIC "${include_root}")
    target_link_libraries(sonde_${name} PUBLIC ${ARG_USES} PRIVATE ${ARG_HIDES} sonde_options)
    if(SONDE_UNITY GREATER 1)
        set_target_properties(sonde_${name} PROPERTIES
            UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${SONDE_UNITY})
    endif()
    sonde_use_precompiled(sonde_${name} ${SONDE_LIBRARY_HEADERS})
endfunction()

# sonde_rooms(NAME <rooms>): a target whose folder has a library for each feature, in the order of
# their dependencies. Who uses sonde_NAME may use all of them.
function(sonde_rooms name)
    add_library(sonde_${name} INTERFACE)
    foreach(room IN LISTS ARGN)
        add_subdirectory(${room})
        target_link_libraries(sonde_${name} INTERFACE sonde_${name}_${room})
    endforeach()
endfunction()

# sonde_program(NAME USES … SOURCES …): an executable called NAME.
function(sonde_program name)
    cmake_parse_arguments(ARG "" "" "USES;SOURCES" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE ${ARG_USES} sonde_options)
endfunction()

# sonde_test(NAME [LABELS …] [ENVIRONMENT K=V …] [LAUNCHER …] USES … SOURCES …): a QTest program
# run by ctest, as the argument of the LAUNCHER when one is given. Its class is in NAME.cpp, which ends
# with including NAME.moc.
function(sonde_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT" "USES;SOURCES;LABELS;ENVIRONMENT;LAUNCHER" ${ARGN})
    if(ARG_USES MATCHES "sonde_(models|look|content|session|widgets|app|browser)|Qt6::(Gui|Widgets)")
        set(kind window)
        list(APPEND ARG_USES Qt6::Widgets)
    else()
        set(kind core)
    endif()
    sonde_program(${name}
        USES ${ARG_USES} Qt6::Network Qt6::Test sonde_test_options SOURCES ${ARG_SOURCES})
    sonde_use_precompiled(${name} ${kind}_tests)
    qt6_generate_moc(${name}.cpp moc/${name}.moc TARGET ${name})
    target_sources(${name} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/moc/${name}.moc")
    target_include_directories(${name}
        PRIVATE "${PROJECT_SOURCE_DIR}/tests" "${CMAKE_CURRENT_BINARY_DIR}/moc")
    if(SONDE_SANITIZE MATCHES "address")
        target_sources(${name} PRIVATE $<TARGET_OBJECTS:threadsended>)
    endif()
    target_compile_definitions(${name} PRIVATE
        SONDE_SOURCE_DIR="${PROJECT_SOURCE_DIR}" SONDE_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
    add_test(NAME ${name} COMMAND ${ARG_LAUNCHER} $<TARGET_FILE:${name}>)
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    # Of its own, so that no test sees the taps of another; short, because a socket's path is.
    string(MD5 taps ${name})
    string(SUBSTRING ${taps} 0 8 taps)
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}"
        ENVIRONMENT
            "QT_QPA_PLATFORM=offscreen;SONDE_TAPS=${CMAKE_BINARY_DIR}/taps/${taps};${ARG_ENVIRONMENT}")
    # What a sanitizer says in the programs of a test: ./dev check looks at it.
    if(SONDE_SANITIZE MATCHES "address")
        set(report "log_path=${CMAKE_BINARY_DIR}/Testing/reports/${name}")
        set_tests_properties(${name} PROPERTIES ENVIRONMENT_MODIFICATION
            "ASAN_OPTIONS=string_append::${report};LSAN_OPTIONS=string_append::${report};UBSAN_OPTIONS=string_append::${report}")
    endif()
    # What the preset `portable` builds and runs.
    if("platform" IN_LIST ARG_LABELS)
        add_dependencies(platform_tests ${name})
    endif()
    # What promises a time runs alone, and not slowed down by sanitizers (./dev check).
    if("timing" IN_LIST ARG_LABELS)
        set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE)
    endif()
endfunction()
