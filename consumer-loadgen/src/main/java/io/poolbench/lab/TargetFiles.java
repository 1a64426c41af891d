package io.poolbench.lab;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.core.Release;
import io.poolbench.study.ClassPath;
import io.poolbench.study.TargetSettings.TargetProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * The files of a target, on its machine.
 *
 * @param jar null if it has none
 */
public record TargetFiles(String jar, List<String> classPath, String folder) {
  public TargetFiles {
    classPath = List.copyOf(classPath);
  }

  public static TargetFiles of(TargetProgram program) {
    return new TargetFiles(program.jar(), program.classpath(), program.folder());
  }

  /**
   * Checks that they exist.
   *
   * @throws InvalidSettingException for the first setting that names no file of its kind
   */
  void require() {
    if (jar != null) {
      requireRunnable(path("target.jar", jar));
    }
    for (int i = 0; i < classPath.size(); i++) {
      String setting = "target.classpath." + i;
      String entry = classPath.get(i);
      boolean all = entry.endsWith("/*");
      Path path = path(setting, all ? entry.substring(0, entry.length() - 2) : entry);
      if (all ? !Files.isDirectory(path) : !Files.exists(path)) {
        throw notFound(setting, path, all ? "a folder of jars" : "a jar or a folder of classes");
      }
    }
    Path working = path("target.folder", folder);
    if (!Files.isDirectory(working)) {
      throw notFound("target.folder", working, "a folder");
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

  /** A digest of the contents of the jar, or of the jars and folders of the class path. */
  String digest() throws IOException {
    SortedMap<String, String> digests = new TreeMap<>();
    for (Path entry : ClassPath.files(jar == null ? classPath : List.of(jar))) {
      if (Files.isDirectory(entry)) {
        filesTo(digests, entry);
      } else if (Files.exists(entry)) {
        digests.put(entry.toString(), Release.digest(entry));
      }
    }
    return Release.digest(digests);
  }

  /** Classes of a folder are written anew by a build that changes none: their content counts. */
  private static void filesTo(SortedMap<String, String> digests, Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        // A folder of classes may have any other file in it, of any size.
        try (CheckedInputStream content =
            new CheckedInputStream(Files.newInputStream(file), new CRC32())) {
          content.transferTo(OutputStream.nullOutputStream());
          digests.put(file.toString(), Long.toHexString(content.getChecksum().getValue()));
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
