package io.poolbench.dubbo;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A library that the clients use themselves, for classes of an application that are made for it.
 * The application's version is used unless it is older than what the clients are compiled for.
 */
enum Library {
  /** Has the class by which protobuf's JSON finds types; generated code fits later versions. */
  PROTOBUF("com.google.protobuf.", "com/google/protobuf/TypeRegistry.class"),
  JACKSON(
      "com.fasterxml.jackson.",
      "META-INF/maven/com.fasterxml.jackson.core/jackson-databind/pom.properties"),
  FASTJSON2(
      "com.alibaba.fastjson2.", "META-INF/maven/com.alibaba.fastjson2/fastjson2/pom.properties"),
  JAVASSIST("javassist.", "META-INF/maven/org.javassist/javassist/pom.properties"),
  GSON("com.google.gson.", "META-INF/maven/com.google.code.gson/gson/pom.properties"),
  GUAVA("com.google.common.", "META-INF/maven/com.google.guava/guava/pom.properties");

  private static final String CLASS = ".class";
  private static final Pattern NUMBERS = Pattern.compile("(\\d+(?:\\.\\d+)*).*");

  private final String prefix;
  private final String file;

  /**
   * @param prefix of the names of its classes
   * @param file a class that a version must have, or the file of its version, which must not be
   *     lower than the driver's
   */
  Library(String prefix, String file) {
    this.prefix = prefix;
    this.file = file;
  }

  String prefix() {
    return prefix;
  }

  /** Whether the application has a version that the clients can use. */
  boolean isNewEnough(Function<String, URL> application, Function<String, URL> driver) {
    URL own = application.apply(file);
    if (own == null || file.endsWith(CLASS)) {
      return own != null;
    }
    Optional<int[]> version = version(own);
    return version.isPresent()
        && version(driver.apply(file))
            .map(drivers -> Arrays.compare(version.get(), drivers) >= 0)
            .orElse(true);
  }

  private static Optional<int[]> version(URL file) {
    Properties properties = new Properties();
    try (InputStream content = file.openStream()) {
      properties.load(content);
    } catch (IOException e) {
      return Optional.empty();
    }
    Matcher numbers = NUMBERS.matcher(properties.getProperty("version", ""));
    return numbers.matches()
        ? Optional.of(
            Arrays.stream(numbers.group(1).split("\\.", -1)).mapToInt(Integer::parseInt).toArray())
        : Optional.empty();
  }
}
