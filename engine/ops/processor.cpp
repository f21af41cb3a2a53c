// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/processor.h"

#include <dnnl.h>
#include <fmt/format.h>
#include <hwy/targets.h>

#include <array>
#include <cstdint>

namespace engine {

namespace {

std::int64_t usableTargets()
{
    return std::int64_t{hwy::SupportedTargets()} & std::int64_t{HWY_TARGETS};
}

// The best target is the lowest bit.
std::int64_t bestOf(std::int64_t targets)
{
    return targets & -targets;
}

std::string_view oneDnnInstructionSet()
{
    struct Name
    {
        dnnl_cpu_isa_t set;
        std::string_view name;
    };
    static constexpr std::array kNames{Name{dnnl_cpu_isa_sse41, "SSE4.1"},
                                       Name{dnnl_cpu_isa_avx, "AVX"},
                                       Name{dnnl_cpu_isa_avx2, "AVX2"},
                                       Name{dnnl_cpu_isa_avx2_vnni, "AVX2 with VNNI"},
                                       Name{dnnl_cpu_isa_avx512_core, "AVX-512"},
                                       Name{dnnl_cpu_isa_avx512_core_vnni, "AVX-512 with VNNI"},
                                       Name{dnnl_cpu_isa_avx512_core_bf16, "AVX-512 with bf16"},
                                       Name{dnnl_cpu_isa_avx512_core_amx, "AVX-512 with AMX"}};
    const dnnl_cpu_isa_t used = dnnl_get_effective_cpu_isa();
    for (const Name& name : kNames) {
        if (name.set == used) {
            return name.name;
        }
    }
    return "its own choice of instructions";
}

} // namespace

std::string_view loopInstructionSet()
{
    return hwy::TargetName(bestOf(usableTargets()));
}

std::string usableInstructionSets()
{
    std::string text;
    for (std::int64_t rest = usableTargets(); rest != 0; rest &= rest - 1) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", hwy::TargetName(bestOf(rest)));
    }
    return text;
}

std::string productLibrary()
{
    const dnnl_version_t* const version = dnnl_version();
    return fmt::format("oneDNN {}.{}.{}, {}", version->major, version->minor, version->patch,
                       oneDnnInstructionSet());
}

} // namespace engine
