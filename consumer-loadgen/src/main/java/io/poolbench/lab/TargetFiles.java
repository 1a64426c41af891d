package io.poolbench.lab;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.TargetSettings.TargetProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** Checks the files that the settings of a target name. */
final class TargetFiles {
  private TargetFiles() {}

  /**
   * @throws InvalidSettingException for the first missing file, with its path in a study
   */
  static void require(TargetProgram program) {
    if (program.jar() != null) {
      requireRunnable(path("target.jar", program.jar()));
    }
    for (int i = 0; i < program.classpath().size(); i++) {
      String setting = "target.classpath." + i;
      String entry = program.classpath().get(i);
      boolean all = entry.endsWith("/*");
      Path path = path(setting, all ? entry.substring(0, entry.length() - 2) : entry);
      if (all ? !Files.isDirectory(path) : !Files.exists(path)) {
        throw notFound(setting, path, all ? "a folder of jars" : "a jar or a folder of classes");
      }
    }
    Path folder = path("target.folder", program.folder());
    if (!Files.isDirectory(folder)) {
      throw notFound("target.folder", folder, "a folder");
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
}
