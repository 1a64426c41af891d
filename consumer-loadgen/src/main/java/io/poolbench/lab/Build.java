package io.poolbench.lab;

import io.poolbench.journal.ViolationCode;
import io.poolbench.study.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The build of poolbench in a folder: its jars and those of its libraries.
 *
 * @param hash hash of the poolbench jars by content, and of the library jars by name and size
 */
public record Build(Path home, String hash) {
  static final String DRIVER = "consumer-loadgen/target/poolbench-consumer-loadgen.jar";

  private static final List<String> MODULES =
      List.of("consumer-loadgen", "provider/agent", "provider/server", "provider/web");

  /**
   * Reads the build in a folder.
   *
   * @throws ConfigException if the folder has no build
   */
  public static Build of(Path home) throws LabException {
    try {
      List<String> files = MODULES.stream().flatMap(module -> jars(home, module)).sorted().toList();
      if (!files.contains(DRIVER)) {
        throw ConfigException.of(
            "not built", home.resolve(DRIVER) + " not found (build it with mvn package)");
      }
      MessageDigest digest = digest();
      for (String file : files) {
        Path jar = home.resolve(file);
        String what = isOurs(jar) ? hash(jar) : Long.toString(Files.size(jar));
        digest.update((file + " " + what + "\n").getBytes(StandardCharsets.UTF_8));
      }
      return new Build(home, HexFormat.of().formatHex(digest.digest()));
    } catch (IOException | UncheckedIOException e) {
      throw new LabException(
          ViolationCode.LAB_FAILED, "build cannot be read: " + e.getMessage(), e);
    }
  }

  private static Stream<String> jars(Path home, String module) {
    Path target = home.resolve(module).resolve("target");
    return Stream.of(target, target.resolve("lib"))
        .flatMap(folder -> list(folder))
        .filter(file -> file.toString().endsWith(".jar"))
        .filter(file -> !file.getParent().equals(target) || isOurs(file))
        .map(file -> home.relativize(file).toString());
  }

  private static boolean isOurs(Path jar) {
    return jar.getFileName().toString().startsWith("poolbench-");
  }

  private static Stream<Path> list(Path folder) {
    try (Stream<Path> files = Files.isDirectory(folder) ? Files.list(folder) : Stream.of()) {
      return files.toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(Path file) throws IOException {
    MessageDigest digest = digest();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      long unused = in.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JDK has it
    }
  }
}
