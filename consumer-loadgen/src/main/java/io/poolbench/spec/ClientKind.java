package io.poolbench.spec;

import java.util.Locale;

/** The way into the provider. */
public enum ClientKind {
  /** The dubbo protocol's frames on Netty: what the provider does, with next to no client in it. */
  WIRE,
  /** Dubbo's reference, asynchronous, completed on the Netty worker: what a consumer pays. */
  PROXY,
  /** Dubbo's reference, a blocked thread per user: what most consumers pay. */
  PROXY_SYNC;

  /** The name in a study, such as {@code proxy-sync}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
