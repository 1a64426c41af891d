package io.poolbench.config;

import io.poolbench.api.InvalidSettingException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The JVM options that a study may give its provider: those that change how the JVM runs, but start
 * no program, load no code, open no port and write no file. A study may come from a stranger.
 */
final class JvmOptions {
  private static final String SIZE = "\\d{1,15}[kKmMgGtT]?";

  private static final Pattern VALID =
      Pattern.compile(
          String.join(
              "|",
              "-X(?:mn|ms|mx|ss)" + SIZE,
              "-X(?:int|comp|batch)",
              // A heap dump is a file, and has the password of Redis in it.
              "-XX:[+-](?!HeapDump|ManagementServer|FlightRecorder)[A-Z][A-Za-z0-9]{0,99}",
              "-XX:[A-Z][A-Za-z0-9]{0,99}=" + SIZE,
              "-XX:[A-Z][A-Za-z0-9]{0,99}=\\d{1,9}\\.\\d{1,9}",
              "-XX:ShenandoahGC(?:Mode|Heuristics)=[a-z]{1,20}",
              // To standard output, which is the provider's log.
              "-Xlog:[a-z][a-z0-9+*=,]{0,199}",
              "-verbose:gc",
              "-Dio\\.(?:netty|lettuce)\\.[A-Za-z0-9._]{1,99}=[A-Za-z0-9._-]{0,99}"));

  private JvmOptions() {}

  /**
   * Requires that all options are allowed.
   *
   * @throws InvalidSettingException for the first that is not, as setting {@code jvm.options}
   */
  static void check(List<String> options) {
    for (String option : options) {
      if (!VALID.matcher(option).matches()) {
        throw new InvalidSettingException(
            "jvm.options",
            "JVM option '"
                + option
                + "' not allowed (allowed: -Xmx1g and the like, -XX:+NAME, -XX:-NAME,"
                + " -XX:NAME=NUMBER, -Xlog:TAGS, -Dio.netty.NAME=VALUE; see docs/studies.md)");
      }
    }
  }
}
