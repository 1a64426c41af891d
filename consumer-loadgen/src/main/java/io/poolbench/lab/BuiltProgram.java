package io.poolbench.lab;

import io.poolbench.journal.ViolationCode;
import io.poolbench.spec.ProviderSettings.Jvm;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Programs that are built with the driver. */
public enum BuiltProgram implements Program {
  DUBBO_PROVIDER("provider", "server", "io.poolbench.server.ProviderMain"),
  WEB_PROVIDER("provider", "web", "io.poolbench.server.web.WebMain"),
  /** The downstream service of a web provider. */
  DELAY_SERVER("downstream", "web", "io.poolbench.server.delay.DelayMain");

  /** Without it, a JVM would continue after it lost a thread to an OutOfMemoryError. */
  /** The first JDK that knows {@code --sun-misc-unsafe-memory-access}. */
  private static final int UNSAFE_OPTION_JDK = 23;

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
  public List<String> command(Path providers, Jvm jvm) throws LabException {
    Path folder = providers.resolve(module).resolve("target").toAbsolutePath();
    Path jar =
        built(
            folder.resolve("poolbench-provider-" + module + ".jar"),
            title,
            failure(ViolationCode.PROVIDER_NOT_STARTED));
    List<String> command = new ArrayList<>();
    command.add(java(jvm));
    // Both silence warnings of JDK 24+ about Netty.
    command.add("--enable-native-access=ALL-UNNAMED");
    if (jdk(jvm).filter(jdk -> jdk.feature() >= UNSAFE_OPTION_JDK).isPresent()) {
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add(EXIT_ON_OUT_OF_MEMORY);
    command.addAll(jvm.options());
    command.add("-cp");
    command.add(jar + File.pathSeparator + folder.resolve("lib").resolve("*"));
    command.add(mainClass);
    return command;
  }

  /**
   * @throws LabException if this host has no JDK of the release
   */
  static String java(Jvm jvm) throws LabException {
    return home(jvm).resolve("bin").resolve("java").toAbsolutePath().toString();
  }

  /** The JDK of a JVM; empty if its version is unknown. */
  static Optional<Jdks.Jdk> jdk(Jvm jvm) throws LabException {
    return Jdks.at(home(jvm));
  }

  private static Path home(Jvm jvm) throws LabException {
    return jvm.release() == null
        ? Path.of(System.getProperty("java.home"))
        : Jdks.newest(jvm.release(), Jdks.ofThisHost())
            .orElseThrow(
                () ->
                    new LabException(
                        ViolationCode.PROVIDER_NOT_STARTED,
                        "no JDK " + jvm.release() + " on this host"))
            .home();
  }

  static Path built(Path jar, String title, ViolationCode failure) throws LabException {
    if (!Files.isRegularFile(jar)) {
      throw new LabException(
          failure, title + " not built: " + jar + " not found (build it with mvn package)");
    }
    return jar;
  }
}
