package io.poolbench.lab;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.PoolConfig;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.spec.Cell;
import io.poolbench.spec.ProviderSettings;
import io.poolbench.spec.Scheduling;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.TargetSettings.TargetProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;

/**
 * Checks that a host has what a cell requires: CPUs, JDK, scheduling, files of a target. Immutable.
 *
 * @param hasCommand whether the host has a command of that name
 */
public record HostCheck(CpuList cpus, Predicate<String> hasCommand, Supplier<List<Jdks.Jdk>> jdks)
    implements CellCheck {
  public HostCheck(CpuList cpus) {
    this(cpus, HostFacts::hasCommand, Jdks::ofThisHost);
  }

  @Override
  public void check(Cell cell) {
    CpuPlan unused = CpuPlan.of(cell.cpus(), cpus);
    checkProvider(cell);
  }

  /**
   * Checks what the cell's provider requires, except CPUs; does nothing for one that runs already.
   */
  public void checkProvider(Cell cell) {
    if (cell.provider().runsAlready()) {
      return;
    }
    requireJdk(cell.provider());
    if (cell.provider() instanceof TargetSettings target) {
      requireFiles(target.program());
    }
    Scheduling scheduling = cell.provider().scheduling();
    Optional<String> command = scheduling.command();
    if (command.isPresent() && !hasCommand.test(command.get())) {
      throw new InvalidSettingException(
          "provider.scheduling",
          "'%s' needs the command %s of util-linux on the PATH (without it: other)"
              .formatted(scheduling.id(), command.get()));
    }
  }

  private void requireJdk(ProviderSettings provider) {
    Integer release = provider.jvm().release();
    if (release != null && Jdks.newest(release, jdks.get()).isEmpty()) {
      throw new InvalidSettingException(
          "provider.jvm.release",
          "no JDK %d on this host (found: %s; see doctor)".formatted(release, found()));
    }
    if (provider.pool() instanceof PoolConfig pool) {
      int feature = release == null ? Runtime.version().feature() : release;
      int least = pool.type().minJdk();
      if (feature < least) {
        throw new InvalidSettingException(
            "provider.threadpool",
            "%s requires JDK %d or newer, and the provider's is %d (set provider.jvm.release; found: %s)"
                .formatted(pool.type().id(), least, feature, found()));
      }
    }
  }

  private String found() {
    return jdks.get().stream()
        .map(Jdks.Jdk::feature)
        .distinct()
        .map(String::valueOf)
        .collect(Collectors.joining(", "));
  }

  private static void requireFiles(TargetProgram program) {
    if (program.jar() != null) {
      requireRunnable(path("target.jar", program.jar()));
    }
    for (int i = 0; i < program.classpath().size(); i++) {
      String setting = "target.classpath." + i;
      String entry = program.classpath().get(i);
      boolean all = entry.endsWith("/*");
      Path path = path(setting, all ? entry.substring(0, entry.length() - 2) : entry);
      if (all ? !Files.isDirectory(path) : !Files.exists(path)) {
        throw notFound(setting, path, all ? "a folder of jars" : "a jar or a folder of classes");
      }
    }
    Path folder = path("target.folder", program.folder());
    if (!Files.isDirectory(folder)) {
      throw notFound("target.folder", folder, "a folder");
    }
  }

  private static Path path(String setting, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new InvalidSettingException(
          setting, "invalid path '" + text + "' (example: order.jar)");
    }
  }

  private static void requireRunnable(Path jar) {
    if (!Files.isRegularFile(jar)) {
      throw notFound("target.jar", jar, "a jar");
    }
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      if (manifest == null
          || manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS) == null) {
        throw new InvalidSettingException(
            "target.jar",
            "no Main-Class in the manifest of "
                + jar
                + " (valid: a jar that java -jar starts, or classpath and main)");
      }
    } catch (IOException e) {
      throw new InvalidSettingException(
          "target.jar", "not a jar: " + jar + " (" + e.getMessage() + ")");
    }
  }

  private static InvalidSettingException notFound(String setting, Path path, String valid) {
    return new InvalidSettingException(setting, path + " not found (valid: " + valid + ")");
  }
}
