package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.lab.ProviderOutput.BrokenLine;

/** Reads a line as each of those that a process of the lab may print. */
public final class HostileLines {
  private HostileLines() {}

  public static void read(String line) {
    Object unusedReady = ProviderOutput.ready(line);
    ProviderOutput.answer(line)
        .ifPresent(answer -> assertThat(answer.get("id").isJsonPrimitive()).isTrue());
    Object unusedBroken = BrokenLine.parse(line);
  }
}
