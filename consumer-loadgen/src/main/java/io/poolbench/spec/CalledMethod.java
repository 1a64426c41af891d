package io.poolbench.spec;

import java.util.Map;

/** What users call: a method that poolbench brings along, or calls that a study describes. */
public sealed interface CalledMethod permits ServiceMethod, CallSettings, CallMix {
  /** The name in tables and in groups. */
  String id();

  /** The setting of a study that chooses it, such as {@code driver.method}. */
  String setting();

  /** The interface of Dubbo that has it; empty of several methods and of a web provider. */
  String service();

  boolean isHttp();

  /** Whether its thread is held until the answer is there; of calls of a study, that is assumed. */
  default boolean keepsThread() {
    return true;
  }

  /** What is called, each with its weight. */
  Map<CalledMethod, Integer> weighted();

  /** The method that a group calls by name: of poolbench's own, or of the study's calls. */
  CalledMethod named(String setting, String id);
}
