// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/augment_text.h"

#include "engine/jobs/item_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace engine {

namespace {

// Steps of one stage may stand in any order: the result is the same.
enum class Stage
{
    Place,
    Values,
    Standardization
};

struct StepKind
{
    std::string_view usage; // its first word is the kind's name
    Stage stage;
    void (*add)(PictureAugmentation& augmentation, ItemText& text);
};

void addCrop(PictureAugmentation& augmentation, ItemText& text)
{
    PictureAugmentation::Crop crop;
    crop.height = text.whole("HEIGHT");
    crop.width = text.whole("width", 1, crop.height);
    crop.padding = text.whole("pad", 0, 0);
    augmentation.crop = crop;
}

void addFlip(PictureAugmentation& augmentation, ItemText&)
{
    augmentation.flipsLeftRight = true;
}

void addFlipUpDown(PictureAugmentation& augmentation, ItemText&)
{
    augmentation.flipsUpDown = true;
}

void addBrightness(PictureAugmentation& augmentation, ItemText& text)
{
    augmentation.brightness = text.number("MOST", 0, 255);
}

void addContrast(PictureAugmentation& augmentation, ItemText& text)
{
    constexpr double kMost = 100;
    augmentation.leastContrast = text.number("LEAST", 0, kMost);
    augmentation.mostContrast = text.number("MOST", 0, kMost);
    if (augmentation.mostContrast <= augmentation.leastContrast) {
        text.refuse("MOST must be more than LEAST");
    }
}

void addStandardize(PictureAugmentation& augmentation, ItemText&)
{
    augmentation.standardizes = true;
}

constexpr std::array kKinds{
    StepKind{"crop HEIGHT [width=HEIGHT] [pad=0]", Stage::Place, addCrop},
    StepKind{"flip", Stage::Place, addFlip},
    StepKind{"flip_up_down", Stage::Place, addFlipUpDown},
    StepKind{"brightness MOST", Stage::Values, addBrightness},
    StepKind{"contrast LEAST MOST", Stage::Values, addContrast},
    StepKind{"standardize", Stage::Standardization, addStandardize},
};

} // namespace

std::span<const std::string_view> augmentUsages()
{
    static const std::vector<std::string_view> kUsages = usagesOf(kKinds);
    return kUsages;
}

PictureAugmentation pictureAugmentation(std::span<const std::string> steps)
{
    PictureAugmentation augmentation;
    std::vector<const StepKind*> done;
    std::string_view before;
    for (const std::string& step : steps) {
        ItemText text(step);
        const StepKind& kind = text.findKind(kKinds, "step");
        if (std::ranges::find(done, &kind) != done.end()) {
            text.refuse("it is given twice");
        }
        if (!done.empty() && kind.stage < done.back()->stage) {
            text.refuse(fmt::format("it must come before \"{}\"", before));
        }
        kind.add(augmentation, text);
        text.finish();
        done.push_back(&kind);
        before = step;
    }
    return augmentation;
}

} // namespace engine
