"""A server of gRPC's C core, whose messages need no generated classes: grpc_server.py PORT."""

import sys
import time
from concurrent import futures

import grpc
from google.protobuf.struct_pb2 import Struct


def fail(message, context):
    if message["text"] == "größer als 1":
        context.abort(grpc.StatusCode.FAILED_PRECONDITION, message["text"])
    return message


def slow(message, context):
    time.sleep(message["millis"] / 1000)
    return message


def attachment(message, context):
    answer = Struct()
    answer["value"] = dict(context.invocation_metadata())[message["name"]]
    return answer


methods = {"echo": lambda message, context: message, "fail": fail, "slow": slow, "attachment": attachment}
server = grpc.server(futures.ThreadPoolExecutor(32), options=[("grpc.max_connection_age_ms", 500)])
handlers = {
    name: grpc.unary_unary_rpc_method_handler(method, Struct.FromString, Struct.SerializeToString)
    for name, method in methods.items()
}
server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("interop.Messages", handlers)])
server.add_insecure_port("127.0.0.1:" + sys.argv[1])
server.start()
server.wait_for_termination()
