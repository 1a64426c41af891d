package io.poolbench.lab;

import static java.util.jar.Attributes.Name.CLASS_PATH;

import io.poolbench.study.ClassPath;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * The packages of the JDK on which Dubbo before 3.2 and its hessian-lite reflect, and which a JDK
 * opens to nobody from 16 on.
 */
final class RequiredOpens {
  private static final int FIRST_CLOSED_JDK = 16;

  private static final List<String> OPTIONS =
      Stream.of("java.lang", "java.math", "java.time", "java.util")
          .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
          .toList();

  /** A jar of such a Dubbo within another jar; 2.7 may be split into several. */
  private static final Pattern OLDER =
      Pattern.compile("(?:.*/)?dubbo(?:-common)?-(?:2\\.7|3\\.[01])\\.[^/]*\\.jar");

  private static final String LOADER_PATH = "-Dloader.path=";

  private static final String ANY_DUBBO = "org/apache/dubbo/common/URL.class";
  private static final String SINCE_3_2 =
      "org/apache/dubbo/common/threadpool/manager/IsolationExecutorRepository.class";

  private RequiredOpens() {}

  /**
   * Options of a JVM that let such a Dubbo reflect; empty if the program has another one or the JDK
   * is older.
   *
   * @param classPath see {@link ClassPath}; what is missing or no jar is left to the JVM
   * @param given options that are not repeated
   */
  static List<String> options(List<String> classPath, int jdk, List<String> given)
      throws IOException {
    if (jdk < FIRST_CLOSED_JDK) {
      return List.of();
    }
    Set<Path> seen = new HashSet<>();
    for (Path path : ClassPath.files(classPath)) {
      if (hasOlderDubbo(path, seen)) {
        return OPTIONS.stream().filter(option -> !given.contains(option)).toList();
      }
    }
    return List.of();
  }

  /**
   * The class path of a program with what Spring Boot's {@code PropertiesLauncher} adds to it.
   *
   * @param folder of the process
   * @param command of the process so far
   */
  static List<String> withLoaderPath(List<String> classPath, Path folder, List<String> command) {
    Stream<String> added =
        command.stream()
            .filter(word -> word.startsWith(LOADER_PATH))
            .flatMap(word -> Stream.of(word.substring(LOADER_PATH.length()).split(",")))
            .map(entry -> folder.resolve(entry.strip()).toString())
            .flatMap(entry -> Stream.of(entry, entry + "/*"));
    return Stream.concat(classPath.stream(), added).toList();
  }

  /**
   * Whether a folder or jar has such a Dubbo, or a jar that its manifest names.
   *
   * @param seen what needs no second look
   */
  private static boolean hasOlderDubbo(Path path, Set<Path> seen) throws IOException {
    if (!seen.add(path.toAbsolutePath().normalize())) {
      return false;
    }
    if (Files.isDirectory(path)) {
      return Files.exists(path.resolve(ANY_DUBBO)) && !Files.exists(path.resolve(SINCE_3_2));
    }
    try (JarFile jar = new JarFile(path.toFile())) {
      if ((jar.getEntry(ANY_DUBBO) != null && jar.getEntry(SINCE_3_2) == null)
          || jar.stream().anyMatch(entry -> OLDER.matcher(entry.getName()).matches())) {
        return true;
      }
      for (Path beside : namedByManifest(path, jar)) {
        if (hasOlderDubbo(beside, seen)) {
          return true;
        }
      }
      return false;
    } catch (ZipException | FileSystemException noJar) {
      return false;
    }
  }

  private static List<Path> namedByManifest(Path file, JarFile jar) throws IOException {
    Manifest manifest = jar.getManifest();
    String entries = manifest == null ? null : manifest.getMainAttributes().getValue(CLASS_PATH);
    try {
      return entries == null
          ? List.of()
          : Stream.of(entries.strip().split(" +"))
              .map(entry -> Path.of(file.toUri().resolve(entry)))
              .toList();
    } catch (IllegalArgumentException | FileSystemNotFoundException ignoredByTheJvmToo) {
      return List.of();
    }
  }
}
