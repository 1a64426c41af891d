package io.poolbench.spec;

import java.util.Map;

/** The method that a load calls: a built-in method, or calls that a study describes. */
public sealed interface CalledMethod permits ServiceMethod, CallSettings, CallMix {
  String id();

  /** The study's setting that selects it, such as {@code driver.method}. */
  String setting();

  /** The Dubbo interface; empty for several calls and for a web provider. */
  String service();

  boolean isHttp();

  /** Whether a call holds its thread until the answer is complete; assumed for a study's calls. */
  default boolean keepsThread() {
    return true;
  }

  /** The methods with their weights. */
  Map<CalledMethod, Integer> weighted();

  /** A built-in method, or one of the study's calls, by name. */
  CalledMethod named(String setting, String id);
}
