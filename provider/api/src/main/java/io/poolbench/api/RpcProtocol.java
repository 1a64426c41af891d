package io.poolbench.api;

import java.util.Locale;

/** A protocol by which Dubbo exports and calls services, by the name of Dubbo's extension. */
public enum RpcProtocol {
  /** The dubbo protocol: frames of its own over TCP. */
  DUBBO,
  /** Triple: gRPC's form of HTTP/2. A call is one or two tasks of the business pool. */
  TRI;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The protocol of a name. */
  public static RpcProtocol of(String id) {
    return InvalidSettingException.constant("protocol", "protocol", values(), RpcProtocol::id, id);
  }
}
