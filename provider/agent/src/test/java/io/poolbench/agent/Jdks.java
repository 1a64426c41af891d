package io.poolbench.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The JDKs of this host, in the folders in which the driver's doctor searches too. */
final class Jdks {
  private static final List<Path> FOLDERS =
      List.of(
          Path.of("/usr/lib/jvm"),
          Path.of("/usr/java"),
          Path.of("/opt/java"),
          Path.of("/Library/Java/JavaVirtualMachines"),
          Path.of(System.getProperty("user.home"), ".jdks"),
          Path.of(System.getProperty("user.home"), ".sdkman", "candidates", "java"));

  private Jdks() {}

  /** The one that runs this test, and each of a later version. */
  static List<Path> thisAndLater() throws IOException {
    Map<Integer, Path> homes = new TreeMap<>();
    homes.put(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    for (Path folder : FOLDERS) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> children = Files.list(folder)) {
          for (Path home : children.toList()) {
            homes.putIfAbsent(feature(home), home);
          }
        }
      }
    }
    homes.keySet().removeIf(feature -> feature < Runtime.version().feature());
    return List.copyOf(homes.values());
  }

  /** The version of a JDK; 0 of any other folder. */
  static int feature(Path home) throws IOException {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin").resolve("java")) || !Files.exists(release)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(release)) {
      return lines
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> Runtime.Version.parse(line.replaceAll(".*=\"|\"", "")).feature())
          .findFirst()
          .orElse(0);
    }
  }
}
