package io.poolbench.agent;

import java.util.Arrays;
import java.util.List;

/** Finds the code that required a pool, from the stack. */
final class Caller {
  /** Packages of Dubbo and the JDK between an export and the construction of its pool. */
  private static final List<String> POOLS =
      Arrays.asList(
          "io.poolbench.agent.",
          "java.",
          "jdk.",
          "sun.",
          "org.apache.dubbo.common.",
          "org.apache.dubbo.remoting.",
          "org.apache.dubbo.rpc.",
          "org.apache.dubbo.registry.",
          "org.apache.dubbo.qos.",
          "org.apache.dubbo.config.ServiceConfig",
          "org.apache.dubbo.config.invoker.");

  private Caller() {}

  /** The first class on the stack outside these packages, with Dubbo's package name shortened. */
  static String outsideOfPools() {
    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      if (POOLS.stream().noneMatch(frame.getClassName()::startsWith)) {
        return shortened(frame.getClassName());
      }
    }
    return "";
  }

  private static String shortened(String name) {
    return name.startsWith("org.apache.dubbo.")
        ? "o.a.d." + name.substring("org.apache.dubbo.".length())
        : name;
  }
}
