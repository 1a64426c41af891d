package io.poolbench.lab;

import io.poolbench.core.Release;
import io.poolbench.journal.ViolationCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The build of poolbench in a folder.
 *
 * @param version null if it is not packaged
 * @param jars digests of poolbench's jars, and sizes of its libraries, by path in the folder
 */
public record Build(Path home, String version, SortedMap<String, String> jars) {
  static final String DRIVER = "consumer-loadgen/target/poolbench-consumer-loadgen.jar";
  private static final List<String> MODULES =
      List.of("consumer-loadgen", "provider/agent", "provider/server", "provider/web");

  /** Reads the build in a folder, which is empty if none was made. */
  static Build of(Path home) throws LabException {
    try {
      SortedMap<String, String> jars = new TreeMap<>();
      for (String module : MODULES) {
        Path target = home.resolve(module).resolve("target");
        for (Path folder : List.of(target, target.resolve("lib"))) {
          for (Path jar : jars(folder)) {
            if (isOurs(jar) || !folder.equals(target)) {
              String what = isOurs(jar) ? Release.digest(jar) : Long.toString(Files.size(jar));
              jars.put(home.relativize(jar).toString(), what);
            }
          }
        }
      }
      return new Build(home, jars.containsKey(DRIVER) ? version(home.resolve(DRIVER)) : null, jars);
    } catch (IOException | UncheckedIOException e) {
      throw new LabException(
          ViolationCode.LAB_FAILED, "build cannot be read: " + e.getMessage(), e);
    }
  }

  private static String version(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.getManifest()
          .getMainAttributes()
          .getValue(Attributes.Name.IMPLEMENTATION_VERSION);
    }
  }

  private static boolean isOurs(Path jar) {
    return jar.getFileName().toString().startsWith("poolbench-");
  }

  private static List<Path> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.isDirectory(folder) ? Files.list(folder) : Stream.of()) {
      return files.filter(file -> file.toString().endsWith(".jar")).toList();
    }
  }

  /** The release with all jars, which the host process of a machine reports. */
  public Release release() {
    return new Release(version, Release.digest(jars));
  }

  /** What a program reports that runs from one of the jars. */
  Release release(Path jar) {
    return new Release(version, jars.getOrDefault(jar.toString(), ""));
  }

  /**
   * Why a process is not used that reports another release than this one, and what to do.
   *
   * @param where such as the folder of the other release
   */
  String refusal(String where, Release expected, Release reported) {
    return "another build of poolbench in %s (here %s, there %s; copy this release: %s)"
        .formatted(where, expected, reported, home);
  }
}
