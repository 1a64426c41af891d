package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Properties;

/**
 * The fastest rounds of arithmetic in earlier runs on this host, in a small file of the user's
 * cache folder.
 *
 * <p>The file is replaced as a whole. One that cannot be read is taken for empty, one that cannot
 * be written stays as it is: a run does not depend on it.
 */
public final class SpeedCache {
  private final Path file;

  /**
   * @param file need not exist
   */
  public SpeedCache(Path file) {
    this.file = file;
  }

  /**
   * The file of this user: {@code poolbench/cpu-speed.properties} in {@code $XDG_CACHE_HOME}, or in
   * {@code ~/.cache}.
   *
   * @see <a href="https://specifications.freedesktop.org/basedir/latest/">XDG base directories</a>
   */
  public static SpeedCache ofUser(Map<String, String> environment) {
    String named = environment.getOrDefault("XDG_CACHE_HOME", "");
    // A relative path is invalid there, and to be ignored.
    Path cache =
        named.startsWith("/") ? Path.of(named) : Path.of(System.getProperty("user.home"), ".cache");
    return new SpeedCache(cache.resolve("poolbench").resolve("cpu-speed.properties"));
  }

  /** The reference of a key, in nanoseconds; empty if there is none. */
  public OptionalDouble read(String key) {
    try {
      double nanos = Double.parseDouble(load().getProperty(key, ""));
      return nanos > 0 && nanos < Double.POSITIVE_INFINITY
          ? OptionalDouble.of(nanos)
          : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  /** Keeps a round as the reference of a key, unless the present one is faster. */
  public void offer(String key, double nanos) {
    OptionalDouble known = read(key);
    if (known.isPresent() && known.getAsDouble() <= nanos) {
      return;
    }
    Properties references = load();
    references.setProperty(key, Double.toString(nanos));
    try {
      Files.createDirectories(file.getParent());
      Path fresh = Files.createTempFile(file.getParent(), "cpu-speed", ".tmp");
      try {
        try (Writer text = Files.newBufferedWriter(fresh, UTF_8)) {
          references.store(text, "CPU time of a fixed amount of arithmetic, in ns (poolbench)");
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(fresh);
      }
    } catch (IOException e) {
      // A read-only home: every run is then its own reference.
    }
  }

  private Properties load() {
    Properties references = new Properties();
    try (Reader text = Files.newBufferedReader(file, UTF_8)) {
      references.load(text);
    } catch (IOException | IllegalArgumentException e) {
      return new Properties(); // no such file, or not one of these
    }
    return references;
  }
}
