package io.poolbench.lab;

import io.poolbench.study.ClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
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
    for (Path path : ClassPath.files(classPath)) {
      if (hasOlderDubbo(path)) {
        return OPTIONS.stream().filter(option -> !given.contains(option)).toList();
      }
    }
    return List.of();
  }

  private static boolean hasOlderDubbo(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return Files.exists(path.resolve(ANY_DUBBO)) && !Files.exists(path.resolve(SINCE_3_2));
    }
    try (JarFile jar = new JarFile(path.toFile())) {
      return (jar.getEntry(ANY_DUBBO) != null && jar.getEntry(SINCE_3_2) == null)
          || jar.stream().anyMatch(entry -> OLDER.matcher(entry.getName()).matches());
    } catch (ZipException | NoSuchFileException noJar) {
      return false;
    }
  }
}
