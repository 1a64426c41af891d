package io.poolbench.config;

import io.poolbench.api.LaunchConfig;

/** Where a provider listens, as studies name it: {@code loopback}, {@code any} or an address. */
final class BindAddress {
  private static final String LOOPBACK = "loopback";
  private static final String ANY = "any";
  private static final String ANY_HOST = "0.0.0.0";

  private BindAddress() {}

  /** The host to listen at. */
  static String host(String name) {
    return switch (name) {
      case LOOPBACK -> LaunchConfig.LOOPBACK;
      case ANY -> ANY_HOST;
      default -> name;
    };
  }

  /** The inverse of {@link #host}. */
  static String name(String host) {
    return switch (host) {
      case LaunchConfig.LOOPBACK -> LOOPBACK;
      case ANY_HOST -> ANY;
      default -> host;
    };
  }
}
