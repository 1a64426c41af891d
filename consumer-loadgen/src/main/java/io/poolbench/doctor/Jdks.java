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

/** The JDKs that are on this host, where they usually are. */
final class Jdks {
  private static final String VERSION = "JAVA_VERSION=";

  private Jdks() {}

  /**
   * A JDK.
   *
   * @param version as it says itself, such as {@code 17.0.9}
   */
  record Jdk(Path home, String version) {
    /** The first number of its version; 8 for {@code 1.8.0}. */
    int feature() {
      String[] numbers = version.split("[^0-9]+", -1);
      int first = Integer.parseInt(numbers[0]);
      return first == 1 && numbers.length > 1 ? Integer.parseInt(numbers[1]) : first;
    }
  }

  /** Where JDKs usually are: the folders that hold one each. */
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
   * The JDKs that are there, each once, by rising version.
   *
   * @param homes JDKs' own folders
   * @param folders folders that hold JDKs
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
        // There is no such folder here.
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
      return Optional.empty(); // it does not say what it is
    }
  }
}
