package io.poolbench.measure;

import io.poolbench.journal.Host;

/** A machine. */
final class SampleHosts {
  static final Host HOST = new Host("Linux", "6.8", "Xeon", "0-3", 1L << 33, "21.0.2", "");

  private SampleHosts() {}
}
