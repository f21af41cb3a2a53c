# SPDX-FileCopyrightText: 2026 The Trainspotter developers
# SPDX-License-Identifier: Apache-2.0
"""What TensorBoard's EventAccumulator finds in a folder, as one JSON object. Exit code 77 without TensorBoard."""
import json
import sys

try:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(77)

accumulator = EventAccumulator(sys.argv[1], size_guidance={"scalars": 0, "histograms": 0, "images": 0, "tensors": 0})
accumulator.Reload()
tags = accumulator.Tags()
print(json.dumps({
    "scalars": {tag: [[event.step, event.value] for event in accumulator.Scalars(tag)] for tag in tags["scalars"]},
    "histograms": {tag: [[event.step, event.histogram_value.num, event.histogram_value.bucket_limit,
                          event.histogram_value.bucket] for event in accumulator.Histograms(tag)]
                   for tag in tags["histograms"]},
    "images": {tag: [[event.step, event.width, event.height] for event in accumulator.Images(tag)]
               for tag in tags["images"]},
    "text": {tag: [[event.step, event.tensor_proto.string_val[0].decode()] for event in accumulator.Tensors(tag)]
             for tag in tags["tensors"] if accumulator.SummaryMetadata(tag).plugin_data.plugin_name == "text"},
    "hparams": [tag for tag in accumulator.PluginTagToContent("hparams")]
}))
