# SPDX-FileCopyrightText: 2026 The Trainspotter developers
# SPDX-License-Identifier: Apache-2.0
"""What TensorBoard's two readers find in a folder, the EventAccumulator and the data server, as one JSON object.
Exit code 77 without TensorBoard."""
import json
import math
import sys
import time

try:
    from tensorboard import context
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    from tensorboard.data import server_ingester
    from tensorboard.util import grpc_util
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(77)


def number(value):
    return value if math.isfinite(value) else str(value)


def accumulated(folder):
    accumulator = EventAccumulator(folder, size_guidance={"scalars": 0, "histograms": 0, "images": 0, "tensors": 0})
    accumulator.Reload()
    tags = accumulator.Tags()
    return {
        "scalars": {tag: [[event.step, number(event.value)] for event in accumulator.Scalars(tag)]
                    for tag in tags["scalars"]},
        "histograms": {tag: [[event.step, event.histogram_value.num, event.histogram_value.bucket_limit,
                              event.histogram_value.bucket] for event in accumulator.Histograms(tag)]
                       for tag in tags["histograms"]},
        "images": {tag: [[event.step, event.width, event.height, event.encoded_image_string[:4].hex()] for event in accumulator.Images(tag)]
                   for tag in tags["images"]},
        "text": {tag: [[event.step, event.tensor_proto.string_val[0].decode()] for event in accumulator.Tensors(tag)]
                 for tag in tags["tensors"] if accumulator.SummaryMetadata(tag).plugin_data.plugin_name == "text"},
        "graph": [node.name for node in accumulator.Graph().node],
        "hparams": list(accumulator.PluginTagToContent("hparams")),
    }


class Server:
    """The data server's answers about its only run, in the form of accumulated()."""

    def __init__(self, folder):
        self.ingester = server_ingester.SubprocessServerDataIngester(
            server_ingester.get_server_binary(), folder, reload_interval=0,
            channel_creds_type=grpc_util.ChannelCredsType.LOCAL, samples_per_plugin={})
        self.ingester.start()
        self.data = self.ingester.data_provider
        self.context = context.RequestContext()

    def wait(self):
        """It answers before it has read everything: until the newest tag is there."""
        deadline = time.monotonic() + 30
        while "last" not in self.read("list_scalars", "scalars") and time.monotonic() < deadline:
            time.sleep(0.05)

    def read(self, question, plugin, **sample):
        answer = getattr(self.data, question)(self.context, experiment_id="", plugin_name=plugin, **sample)
        return answer.get(".", {})

    def tensors(self, plugin):
        return self.read("read_tensors", plugin, downsample=1000)

    def answers(self):
        self.wait()
        everything = {"downsample": 1000}
        histograms = {tag: [[datum.step, datum.numpy.tolist()] for datum in data]
                      for tag, data in self.tensors("histograms").items()}
        images = {}
        for tag, data in self.read("read_blob_sequences", "images", **everything).items():
            # Width and height as text, then the pictures.
            images[tag] = [[datum.step] + [self.data.read_blob(self.context, blob_key=value.blob_key)
                                           for value in datum.values] for datum in data]
            images[tag] = [[step, int(width), int(height), picture[:4].hex()]
                           for step, width, height, picture in images[tag]]
        return {
            "scalars": {tag: [[datum.step, number(datum.value)] for datum in data]
                        for tag, data in self.read("read_scalars", "scalars", **everything).items()},
            "histograms": histograms,
            "images": images,
            "text": {tag: [[datum.step, datum.numpy.ravel()[0].decode()] for datum in data]
                     for tag, data in self.tensors("text").items()},
            "hparams": list(self.read("list_tensors", "hparams")),
        }


def served(folder):
    try:
        return Server(folder).answers()
    except server_ingester.NoDataServerError as error:
        return {"missing": str(error)}


print(json.dumps({"accumulator": accumulated(sys.argv[1]), "server": served(sys.argv[1])}))
