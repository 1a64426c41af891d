package io.poolbench.lab;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.lab.MachineAnswer.Finding;
import io.poolbench.lab.MachineRequest.CheckFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** Checks the files of a target on this machine. */
final class TargetFiles {
  private TargetFiles() {}

  /** The first setting that names no file of its kind. */
  static Finding check(CheckFiles files) {
    try {
      require(files);
      return Finding.NONE;
    } catch (InvalidSettingException e) {
      return new Finding(e.setting(), e.getMessage());
    }
  }

  private static void require(CheckFiles files) {
    if (files.jar() != null) {
      requireRunnable(path("target.jar", files.jar()));
    }
    for (int i = 0; i < files.classpath().size(); i++) {
      String setting = "target.classpath." + i;
      String entry = files.classpath().get(i);
      boolean all = entry.endsWith("/*");
      Path path = path(setting, all ? entry.substring(0, entry.length() - 2) : entry);
      if (all ? !Files.isDirectory(path) : !Files.exists(path)) {
        throw notFound(setting, path, all ? "a folder of jars" : "a jar or a folder of classes");
      }
    }
    Path folder = path("target.folder", files.folder());
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
