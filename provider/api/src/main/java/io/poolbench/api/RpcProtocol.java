package io.poolbench.api;

import java.util.Locale;

/** A protocol for calls of Dubbo services, by the name of Dubbo's extension. */
public enum RpcProtocol {
  /** The dubbo protocol, with its own frames over TCP. */
  DUBBO,
  /** Triple, a form of gRPC over HTTP/2. A call is one or two tasks of the business pool. */
  TRI;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static RpcProtocol of(String id) {
    return InvalidSettingException.constant("protocol", "protocol", values(), RpcProtocol::id, id);
  }
}
