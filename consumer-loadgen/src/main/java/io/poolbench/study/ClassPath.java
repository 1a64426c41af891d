package io.poolbench.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** The form of a class path: jars, folders of classes, and {@code FOLDER/*} for a folder's jars. */
public final class ClassPath {
  private static final String JARS = "/*";
  private static final String JAR = ".jar";

  private ClassPath() {}

  /**
   * The entries, with the jars of each {@code FOLDER/*} in its place, by name. Entries need not
   * exist: one whose folder is missing stays as it is. Files of another kind are left out, as a JVM
   * ignores them: build tools list a {@code .pom}.
   */
  public static List<Path> files(List<String> entries) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String entry : entries) {
      Path path = Path.of(entry);
      if (entry.endsWith(JARS) && Files.isDirectory(path.getParent())) {
        files.addAll(jars(path.getParent()));
      } else if (!isOfAnotherKind(path)) {
        files.add(path);
      }
    }
    return files;
  }

  /** A damaged {@code .jar} is kept, so that it is reported. */
  private static boolean isOfAnotherKind(Path path) throws IOException {
    if (!Files.isRegularFile(path) || path.toString().endsWith(JAR)) {
      return false;
    }
    try (ZipFile archive = new ZipFile(path.toFile())) {
      return false;
    } catch (ZipException e) {
      return true;
    }
  }

  private static List<Path> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(JAR)).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
