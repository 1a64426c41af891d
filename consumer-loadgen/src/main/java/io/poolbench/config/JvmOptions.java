package io.poolbench.config;

import io.poolbench.api.InvalidSettingException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Validates the JVM options of a study. Options may change how the JVM runs, but start no program,
 * load no code, open no port and write no file, since a study may be untrusted.
 */
public final class JvmOptions {
  private static final String SIZE = "\\d{1,15}[kKmMgGtT]?";

  /**
   * A JVM flag, except flags that write a file (heap dumps, which contain the Redis password;
   * recordings, logs, archives, statistics of diagnostic options), read a file, load a library, run
   * a command, open a port or a socket, or wait for input. They are refused with any value, since a
   * number is a valid file name or command too.
   */
  private static final String FLAG =
      "(?!"
          + String.join(
              "|",
              "\\w*(?:Dump|File(?!System)|Archiv|AtExit|Record|JVMCI|Assembly|Flags|List)",
              "(?:Log|OnError|OnOutOfMemory|ManagementServer|StartAttach|ShowMessageBox|AllocateHeapAt)",
              "(?:PrintIdealGraph|PrintTouchedMethods|AbortVM|PauseAt|WhiteBox|CompileCommand)")
          + ")[A-Z][A-Za-z0-9]{0,99}";

  private static final Pattern VALID =
      Pattern.compile(
          String.join(
              "|",
              "-X(?:mn|ms|mx|ss)" + SIZE,
              "-X(?:int|comp|batch)",
              "-XX:[+-]" + FLAG,
              "-XX:" + FLAG + "=" + SIZE,
              "-XX:" + FLAG + "=\\d{1,9}\\.\\d{1,9}",
              "-XX:ShenandoahGC(?:Mode|Heuristics)=[a-z]{1,20}",
              // Written to standard output, which is the provider's log.
              "-Xlog:[a-z][a-z0-9+*=,]{0,199}",
              "-verbose:gc",
              "-Dio\\.(?:netty|lettuce)\\.[A-Za-z0-9._]{1,99}=[A-Za-z0-9._-]{0,99}"));

  private JvmOptions() {}

  public static void check(List<String> options) {
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
