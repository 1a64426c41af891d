package io.poolbench.lab;

import io.poolbench.result.ViolationCode;
import io.poolbench.spec.ProviderSettings.Jvm;
import io.poolbench.spec.Scheduling;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** The programs that the lab starts as processes of their own; the driver imports none of them. */
public enum Program {
  /** The provider of Dubbo. */
  DUBBO_PROVIDER("provider", "server", "io.poolbench.server.ProviderMain"),
  /** The web provider. */
  WEB_PROVIDER("provider", "web", "io.poolbench.server.web.WebMain"),
  /** The downstream service of a web provider. */
  DELAY_SERVER("downstream", "web", "io.poolbench.server.delay.DelayMain");

  private final String title;
  private final String module;
  private final String mainClass;

  Program(String title, String module, String mainClass) {
    this.title = title;
    this.module = module;
    this.mainClass = mainClass;
  }

  /** What it is in messages. */
  String title() {
    return title;
  }

  /** The code of a failure: that of a provider, or the one of every downstream failure. */
  ViolationCode failure(ViolationCode ofProvider) {
    return this == DELAY_SERVER ? ViolationCode.DOWNSTREAM_UNAVAILABLE : ofProvider;
  }

  /**
   * The command that runs it.
   *
   * @param providers the folder of the modules
   * @throws LabException where it is not built
   */
  List<String> command(Path providers, Jvm jvm) throws LabException {
    Path home = Path.of(jvm.home().isEmpty() ? System.getProperty("java.home") : jvm.home());
    Path folder = providers.resolve(module).resolve("target");
    Path jar = folder.resolve("poolbench-provider-" + module + ".jar");
    if (!Files.isRegularFile(jar)) {
      throw new LabException(
          failure(ViolationCode.PROVIDER_NOT_STARTED),
          title + " not built: " + jar + " not found (build it with mvn package)",
          List.of());
    }
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin").resolve("java").toString());
    // Both silence warnings of JDK 24+ about Netty; JDK 17 does not know the second.
    command.add("-XX:+IgnoreUnrecognizedVMOptions");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    // Otherwise a JVM that lost a thread to an OutOfMemoryError would go on with fewer threads.
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.addAll(jvm.options());
    command.add("-cp");
    command.add(jar + File.pathSeparator + folder.resolve("lib").resolve("*"));
    command.add(mainClass);
    return command;
  }

  /**
   * How it is started.
   *
   * @param providers the folder of the modules
   * @param config written to its standard input
   * @param scheduling of its threads
   */
  public record Launch(
      Program program, Path providers, Properties config, Jvm jvm, Scheduling scheduling) {}
}
