package io.poolbench.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipFile;

/**
 * What a process runs of poolbench, as it reports when it is ready. Two builds of a version differ
 * in {@link #build}. Immutable.
 */
public final class Release {
  private static final String UNPACKAGED = "unpackaged";

  /** The release of a process that does not report it, such as one of an older build. */
  public static final Release UNKNOWN = new Release("of unknown version", "");

  private static final int DIGITS = 12;

  private final String version;
  private final String build;

  /**
   * @param build a {@link #digest}; empty if unknown
   */
  public Release(String version, String build) {
    this.version = version == null ? UNPACKAGED : version;
    this.build = Objects.requireNonNull(build, "build");
  }

  /** The release of the jar from which a class was loaded. */
  public static Release of(Class<?> loaded) {
    CodeSource source = loaded.getProtectionDomain().getCodeSource();
    String build = "";
    try {
      Path jar = source == null ? null : Paths.get(source.getLocation().toURI());
      build = jar != null && Files.isRegularFile(jar) ? digest(jar) : "";
    } catch (IOException | URISyntaxException e) {
      // The jar was deleted after it was opened: another build took its place.
    }
    return new Release(loaded.getPackage().getImplementationVersion(), build);
  }

  /** A digest of the names and contents of the files in a jar, whenever it was packed. */
  public static String digest(Path jar) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      zip.stream().forEach(file -> files.put(file.getName(), Long.toHexString(file.getCrc())));
    }
    return digest(files);
  }

  /** A digest of texts by name: the first digits of their SHA-256. */
  public static String digest(SortedMap<String, String> texts) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      texts.forEach((name, text) -> sha.update((name + " " + text + "\n").getBytes(UTF_8)));
      StringBuilder hex = new StringBuilder();
      for (byte part : sha.digest()) {
        hex.append(String.format("%02x", part));
      }
      return hex.substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Release
        && version.equals(((Release) other).version)
        && build.equals(((Release) other).build);
  }

  @Override
  public int hashCode() {
    return Objects.hash(version, build);
  }

  /** Such as {@code 1.2.0 build 5d41402abc4b}. */
  @Override
  public String toString() {
    return build.isEmpty() ? version : version + " build " + build;
  }
}
