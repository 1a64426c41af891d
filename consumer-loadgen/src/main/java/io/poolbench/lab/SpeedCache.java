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
 * The fastest rounds of arithmetic in earlier runs on this host, in a small file in the user's
 * cache folder. The file is replaced atomically. A missing or unreadable file counts as empty, and
 * a failed write is ignored, because a run does not depend on the file.
 */
public final class SpeedCache {
  private final Path file;

  public SpeedCache(Path file) {
    this.file = file;
  }

  /**
   * The cache of this user: {@code poolbench/cpu-speed.properties} in {@code $XDG_CACHE_HOME}, or
   * in {@code ~/.cache}.
   *
   * @see <a href="https://specifications.freedesktop.org/basedir/latest/">XDG base directories</a>
   */
  public static SpeedCache ofUser(Map<String, String> environment) {
    String named = environment.getOrDefault("XDG_CACHE_HOME", "");
    // The XDG specification says that a relative path is invalid and must be ignored.
    Path cache =
        named.startsWith("/") ? Path.of(named) : Path.of(System.getProperty("user.home"), ".cache");
    return new SpeedCache(cache.resolve("poolbench").resolve("cpu-speed.properties"));
  }

  /** The fastest round of a key, in nanoseconds; empty if there is none. */
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

  /** Stores a round for a key, unless the stored one is faster. */
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
      // Such as a read-only home: every run is then its own reference.
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
