package io.poolbench.api;

/** A protocol for calls of Dubbo services, by the name of Dubbo's extension. */
public enum RpcProtocol implements Named {
  /** The dubbo protocol, with its own frames over TCP. */
  DUBBO,
  /** Triple, a form of gRPC over HTTP/2. A call is one or two tasks of the business pool. */
  TRI;

  public static RpcProtocol of(String id) {
    return InvalidSettingException.constant("protocol", "protocol", values(), RpcProtocol::id, id);
  }
}
