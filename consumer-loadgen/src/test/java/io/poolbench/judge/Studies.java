package io.poolbench.judge;

import io.poolbench.journal.Journal;
import io.poolbench.journal.Slice;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.Study;
import java.util.List;

/** Studies of pools, and journals in memory. */
final class Studies {
  private Studies() {}

  /** One pool, measured step by step for 10 s each, with TP99 below 10 ms. */
  static Study steps(String load, String... more) {
    return PlainStudy.parse(
        "provider: {threadpool: fixed, threads: 4}",
        "load: {" + load + ", warmup: 1s, settle: 1s, measure: 10s}",
        "sla: {tp99: 10ms}",
        String.join("\n", more));
  }

  /** Pools {@code a}, {@code b}, ... side by side, with TP99 below 10 ms. */
  static Study paired(int cells, String paired, String users) {
    return paired(cells, 1, paired, users);
  }

  static Study paired(int cells, int repetitions, String paired, String users) {
    return paired(cells, repetitions, paired, users, "tp99: 10ms");
  }

  static Study paired(int cells, int repetitions, String paired, String users, String sla) {
    StringBuilder names = new StringBuilder();
    for (int cell = 0; cell < cells; cell++) {
      names.append("- {name: %s, provider: {threads: %d}}%n".formatted(name(cell), 4 + cell));
    }
    return PlainStudy.parse(
        "repetitions: " + repetitions,
        "paired: {" + paired + "}",
        "provider: {threadpool: fixed}",
        "load: {" + users + ", warmup: 1s, settle: 70ms, measure: 200ms}",
        "sla: {" + sla + "}",
        "cells:",
        names.toString());
  }

  /** Pools {@code a}, {@code b}, ... step by step, each repetition in a provider of its own. */
  static Study pools(int cells, int repetitions, String load) {
    StringBuilder names = new StringBuilder();
    for (int cell = 0; cell < cells; cell++) {
      names.append(
          "- {name: %s, provider: {threadpool: fixed, threads: %d}}%n"
              .formatted(name(cell), 4 + cell));
    }
    return PlainStudy.parse(
        "repetitions: " + repetitions,
        "load: {" + load + ", warmup: 1s, settle: 1s, measure: 10s}",
        "sla: {tp99: 10ms}",
        "cells:",
        names.toString());
  }

  static String name(int cell) {
    return "abcdefgh".substring(cell, cell + 1);
  }

  static List<Slice> slices(Journal journal) {
    return journal.slices().toList();
  }
}
