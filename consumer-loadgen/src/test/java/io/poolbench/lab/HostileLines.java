package io.poolbench.lab;

import io.poolbench.lab.ProviderOutput.BrokenLine;

/** Reads a line as each of those that a process of the lab may print. */
public final class HostileLines {
  private HostileLines() {}

  public static void read(String line) {
    Object unusedReady = ProviderOutput.ready(line);
    Object unusedAnswer = ProviderOutput.answer(line);
    Object unusedBroken = BrokenLine.parse(line);
  }
}
