package io.poolbench.spec;

import java.util.Locale;

/** The kind of client that calls the provider. */
public enum ClientKind {
  /** The dubbo protocol's frames on Netty: the provider with minimal client cost. */
  WIRE,
  /** Dubbo's reference, asynchronous, completed on the Netty worker: a consumer's cost. */
  PROXY,
  /** Dubbo's reference, a blocked thread per user: the cost of most consumers. */
  PROXY_SYNC;

  /** The name in a study, such as {@code proxy-sync}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
