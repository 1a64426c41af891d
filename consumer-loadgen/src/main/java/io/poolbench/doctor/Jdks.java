package io.poolbench.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finds the JDKs of this host in the usual places. */
final class Jdks {
  private static final String VERSION = "JAVA_VERSION=";

  private Jdks() {}

  /**
   * A JDK.
   *
   * @param version by its release file, such as {@code 17.0.9}
   */
  record Jdk(Path home, String version) {
    /** The first number of its version; 8 for {@code 1.8.0}. */
    int feature() {
      String[] numbers = version.split("[^0-9]+", -1);
      int first = Integer.parseInt(numbers[0]);
      return first == 1 && numbers.length > 1 ? Integer.parseInt(numbers[1]) : first;
    }
  }

  /** The folders in which JDKs usually are. */
  static List<Path> usualFolders(Path userHome) {
    return List.of(
        Path.of("/usr/lib/jvm"),
        Path.of("/usr/java"),
        Path.of("/opt/java"),
        Path.of("/Library/Java/JavaVirtualMachines"),
        userHome.resolve(".jdks"),
        userHome.resolve(".sdkman").resolve("candidates").resolve("java"));
  }

  /**
   * The JDKs found, without duplicates, by rising version.
   *
   * @param homes folders of JDKs
   * @param folders folders that contain folders of JDKs
   */
  static List<Jdk> find(List<Path> homes, List<Path> folders) {
    List<Path> candidates = new ArrayList<>(homes);
    for (Path folder : folders) {
      try (Stream<Path> children = Files.list(folder)) {
        children.forEach(
            child -> {
              candidates.add(child);
              candidates.add(child.resolve("Contents").resolve("Home"));
            });
      } catch (IOException e) {
        // no such folder
      }
    }
    Map<Path, Jdk> found = new TreeMap<>();
    for (Path candidate : candidates) {
      jdk(candidate).ifPresent(jdk -> found.put(jdk.home(), jdk));
    }
    return found.values().stream()
        .sorted(Comparator.comparingInt(Jdk::feature).thenComparing(Jdk::home))
        .toList();
  }

  private static Optional<Jdk> jdk(Path home) {
    if (!Files.isExecutable(home.resolve("bin").resolve("java"))) {
      return Optional.empty();
    }
    try (Stream<String> release = Files.lines(home.resolve("release"))) {
      Path real = home.toRealPath();
      return release
          .filter(line -> line.startsWith(VERSION))
          .map(line -> line.substring(VERSION.length()).replace("\"", "").trim())
          .filter(version -> version.matches("\\d.*"))
          .map(version -> new Jdk(real, version))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // no release file
    }
  }
}
