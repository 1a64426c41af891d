package io.poolbench.lab;

import io.poolbench.journal.ViolationCode;
import io.poolbench.study.ProviderSettings.Jvm;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs that are built with the driver. */
public enum BuiltProgram implements Program {
  DUBBO_PROVIDER("provider", "server", "io.poolbench.server.ProviderMain"),
  WEB_PROVIDER("provider", "web", "io.poolbench.server.web.WebMain"),
  /** The downstream service of a web provider. */
  DELAY_SERVER("downstream", "web", "io.poolbench.server.delay.DelayMain");

  /** The first JDK that knows {@code --sun-misc-unsafe-memory-access}. */
  private static final int UNSAFE_OPTION_JDK = 23;

  /** Without it, a JVM would continue after it lost a thread to an OutOfMemoryError. */
  static final String EXIT_ON_OUT_OF_MEMORY = "-XX:+ExitOnOutOfMemoryError";

  private final String title;
  private final String module;
  private final String mainClass;

  BuiltProgram(String title, String module, String mainClass) {
    this.title = title;
    this.module = module;
    this.mainClass = mainClass;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public ViolationCode failure(ViolationCode ofProvider) {
    return this == DELAY_SERVER ? ViolationCode.LAB_FAILED : ofProvider;
  }

  @Override
  public Path jar() {
    return Path.of("provider", module, "target", "poolbench-provider-" + module + ".jar");
  }

  @Override
  public List<String> command(Machine machine, Jvm jvm) throws LabException {
    Path jar = builtJar(machine);
    Path folder = jar.getParent();
    Jdks.Jdk jdk = machine.jdk(jvm);
    List<String> command = new ArrayList<>();
    command.add(java(jdk));
    // Both silence warnings of JDK 24+ about Netty.
    command.add("--enable-native-access=ALL-UNNAMED");
    if (jdk.feature() >= UNSAFE_OPTION_JDK) {
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add(EXIT_ON_OUT_OF_MEMORY);
    command.addAll(jvm.options());
    command.add("-cp");
    command.add(jar + File.pathSeparator + folder.resolve("lib").resolve("*"));
    command.add(mainClass);
    return command;
  }

  static String java(Jdks.Jdk jdk) {
    return Path.of(jdk.home(), "bin", "java").toString();
  }
}
