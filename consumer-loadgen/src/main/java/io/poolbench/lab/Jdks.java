package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the JDKs of this host, in the usual folders and by environment variables. */
public final class Jdks {
  private static final String VERSION = "JAVA_VERSION=";

  /** Such as {@code JAVA_HOME} and {@code JAVA_HOME_25_X64}. */
  private static final Pattern HOME_VARIABLE = Pattern.compile("(JAVA|JDK)_?HOME(_\\w+)?");

  private Jdks() {}

  /** A JDK, and its version from its release file, such as {@code 17.0.9}. */
  public record Jdk(String home, String version) {
    /** The feature version: the first number of the version, or 8 for {@code 1.8.0}. */
    public int feature() {
      int[] numbers = numbers();
      return numbers[0] == 1 && numbers.length > 1 ? numbers[1] : numbers[0];
    }

    private int[] numbers() {
      return Arrays.stream(version.split("[^0-9]+", -1))
          .filter(number -> !number.isEmpty() && number.length() < 10)
          .mapToInt(Integer::parseInt)
          .toArray();
    }
  }

  /** The JDKs of this host, including the driver's own, in ascending order of version. */
  public static List<Jdk> ofThisHost() {
    List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
    System.getenv()
        .forEach(
            (name, value) -> {
              if (HOME_VARIABLE.matcher(name).matches() && !value.isBlank()) {
                homes.add(Path.of(value));
              }
            });
    return find(homes, usualFolders(Path.of(System.getProperty("user.home"))));
  }

  /** The newest JDK of a feature version, such as 25; empty if there is none. */
  public static Optional<Jdk> newest(int feature, List<Jdk> jdks) {
    return jdks.stream()
        .filter(jdk -> jdk.feature() == feature)
        .max(Comparator.comparing(Jdk::numbers, Arrays::compare));
  }

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
   * Finds JDKs in {@code homes} and in the children of {@code folders}, without duplicates, in
   * ascending order of version.
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
      } catch (IOException | UncheckedIOException e) {
        // no such folder
      }
    }
    Map<String, Jdk> found = new TreeMap<>();
    for (Path candidate : candidates) {
      at(candidate).ifPresent(jdk -> found.put(jdk.home(), jdk));
    }
    return found.values().stream()
        .sorted(Comparator.comparingInt(Jdk::feature).thenComparing(Jdk::home))
        .toList();
  }

  /** The JDK in a folder; empty if there is none, or its version is unknown. */
  static Optional<Jdk> at(Path home) {
    if (!Files.isExecutable(home.resolve("bin").resolve("java"))) {
      return Optional.empty();
    }
    // The file may have any encoding; the version is ASCII.
    try (Stream<String> release = Files.lines(home.resolve("release"), ISO_8859_1)) {
      String real = home.toRealPath().toString();
      return release
          .filter(line -> line.startsWith(VERSION))
          .map(line -> line.substring(VERSION.length()).replace("\"", "").trim())
          .filter(version -> version.matches("\\d{1,9}(\\D.*)?"))
          .map(version -> new Jdk(real, version))
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty(); // no release file
    }
  }
}
