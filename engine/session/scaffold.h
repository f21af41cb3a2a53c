// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/logger.h"
#include "engine/checkpoint/saver.h"
#include "engine/runtime/session.h"

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace engine {

// The pieces of a graph that a training session needs; missing ones are made by finalize()
// (tf.train.Scaffold, spec section 1.2).
class Scaffold
{
public:
    using InitFn = std::function<void(Scaffold&, Session&)>;

    struct Options
    {
        Operation* initOp = nullptr; // run once where there is no checkpoint
        std::vector<Feed> initFeeds;
        InitFn initFn; // after initOp, also only where there is no checkpoint
        Output readyOp; // 1-D strings: names not yet initialized; empty means ready
        Output readyForLocalInitOp; // the same, asked before localInitOp
        Operation* localInitOp = nullptr; // run at each creation of a session
        std::vector<Feed> localInitFeeds;
        Output summaryOp; // stays invalid in a graph without summaries
        std::shared_ptr<Saver> saver;
        SaverOptions defaultSaver; // for the saver that finalize() makes; allowEmpty is implied
        const Scaffold* copyFrom = nullptr; // where fields not given above come from
    };

    Scaffold() = default;
    explicit Scaffold(Options options);

    // Fills what is missing: the single item of the graph's collection, or a default, which is then
    // put into the collection. Builds the saver and makes the graph read-only. Harmless when
    // repeated. FailedPreconditionError "More than one item in the collection KEY".
    void finalize(Graph& graph, Logger* logger = nullptr);

    // Null or invalid before finalize() unless given.
    Operation* initOp() const { return m_pieces.initOp; }
    const std::vector<Feed>& initFeeds() const { return m_pieces.initFeeds; }
    // Calls the user's function with this scaffold; empty if none was given.
    std::function<void(Session&)> initFn();
    Output readyOp() const { return m_pieces.readyOp; }
    Output readyForLocalInitOp() const { return m_pieces.readyForLocalInitOp; }
    Operation* localInitOp() const { return m_pieces.localInitOp; }
    const std::vector<Feed>& localInitFeeds() const { return m_pieces.localInitFeeds; }
    Output summaryOp() const { return m_pieces.summaryOp; }
    const std::shared_ptr<Saver>& saver() const { return m_pieces.saver; }

private:
    Options m_pieces;
};

} // namespace engine
