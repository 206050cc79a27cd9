// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/formshots.h"

namespace sonde::shots {

std::vector<FormShot> formShots()
{
    return {
        {"form-simple", "get_weather", "{\n  \"city\": \"Oslo\",\n  \"days\": 3\n}", "/station",
            "9007199254740993"},
        {"form-nested", "complex_form",
            "{\"title\":\"Garden chairs\",\"customer\":{\"name\":\"Bj\\u00f6rk\","
            "\"email\":\"b@example.is\"},\"delivery\":{\"kind\":\"locker\",\"number\":12},"
            "\"comment\":null,\"labels\":{\"season\":\"autumn\",\"from\":\"\"}}",
            "/customer/email"},
        {"form-union", "complex_form",
            "{\"title\":\"Garden chairs\",\"customer\":{\"name\":\"Ada\"},\"delivery\":"
            "{\"kind\":\"post\",\"address\":{\"street\":\"Laugavegur 1\",\"country\":\"IS\"}},"
            "\"priority\":\"high\",\"discount\":0.1000,\"gift\":true,"
            "\"comment\":\"Ring twice.\\nThen wait.\"}",
            "/delivery/kind"},
        {"form-list", "complex_form",
            "{\"title\":\"Autumn hike\",\"customer\":{\"name\":\"Ada\"},"
            "\"delivery\":{\"kind\":\"locker\",\"number\":3},"
            "\"guests\":[{\"name\":\"Bj\\u00f6rk\",\"email\":\"b@example.is\","
            "\"roles\":[\"guide\"]},{\"name\":\"J\xc3\xb3n\",\"email\":null},"
            "{\"name\":\"\",\"email\":\"\",\"roles\":[]}],"
            "\"seats\":[[1,2],[3,123456789012345678901234567890]]}",
            "/guests/1/name"},
        {"form-error", "complex_form",
            "{\"title\":\"\",\"customer\":{\"name\":\"Ada\",\"email\":\"nowhere\"},"
            "\"delivery\":{\"kind\":\"locker\",\"number\":0},\"discount\":1.5,\"gift\":true}",
            "/discount"},
        {"form-raw", "complex_form",
            "{\n  \"title\": \"Garden chairs\",\n  \"customer\": {\"name\": \"Ada\",},\n"
            "  \"discount\": 0.1000\n}",
            nullptr, nullptr, true},
    };
}

} // namespace sonde::shots
