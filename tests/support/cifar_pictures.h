// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <random>

// A file of CIFAR-10's binary version with as many pictures of each class. They differ by their
// tint, under noise that is as strong; the seed is that of the noise.
inline void writeCifarPictures(const std::filesystem::path& path, int count, unsigned seed)
{
    constexpr int kClasses = 10;
    constexpr int kPixels = 32 * 32;
    constexpr int kChannels = 3;
    constexpr double kContrast = 40;
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, kContrast);
    std::ofstream file(path, std::ios::binary);
    for (int i = 0; i < count; ++i) {
        const int label = i % kClasses;
        file.put(static_cast<char>(label));
        for (int value = 0; value < kChannels * kPixels; ++value) {
            const double turns = double(label) / kClasses + double(value / kPixels) / kChannels;
            const double mean = 128 + kContrast * std::cos(2 * std::numbers::pi * turns);
            file.put(static_cast<char>(
                static_cast<unsigned char>(std::clamp(mean + noise(random), 0.0, 255.0))));
        }
    }
}
