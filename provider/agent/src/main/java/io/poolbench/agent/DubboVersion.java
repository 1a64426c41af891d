package io.poolbench.agent;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of Dubbo that a class loader has. Dubbo's own {@code Version} reads the manifest or
 * the name of its jar. If Dubbo is packed into one jar with a program, both belong to the program;
 * Dubbo's own files are therefore read first, and its classes last.
 */
final class DubboVersion {
  static final String UNKNOWN = "unknown";

  private static final Pattern NUMBERS = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");

  /** A jar of Dubbo, as the location of a class; {@code dubbo-shop-1.0.jar} is a program's. */
  private static final Pattern JAR =
      Pattern.compile(".*[/\\\\]dubbo-(?:all-shaded-|common-)?\\d[^/\\\\]*\\.jar[^/\\\\]*[/\\\\]?");

  /** Files that Maven writes into Dubbo's jars; many packers keep them. */
  private static final String[] BUILT = {
    "META-INF/maven/org.apache.dubbo/dubbo/pom.properties",
    "META-INF/maven/org.apache.dubbo/dubbo-common/pom.properties"
  };

  /** A class that each minor version was the first to have, newest first. */
  private static final String[][] FIRST_IN = {
    {"org.apache.dubbo.remoting.http12.HttpChannel", "3.3"},
    {"org.apache.dubbo.common.threadpool.manager.IsolationExecutorRepository", "3.2"},
    {"org.apache.dubbo.common.logger.ErrorTypeAwareLogger", "3.1"},
    {"org.apache.dubbo.rpc.model.FrameworkModel", "3.0"},
    {"org.apache.dubbo.common.URL", "2.7"},
  };

  private final String text;

  DubboVersion(String text) {
    this.text = text;
  }

  static DubboVersion of(ClassLoader loader) {
    for (String file : BUILT) {
      String built = property(loader, file);
      if (NUMBERS.matcher(built).lookingAt()) {
        return new DubboVersion(built);
      }
    }
    String said = saidByItsJar(loader);
    return NUMBERS.matcher(said).lookingAt() ? new DubboVersion(said) : ofClasses(loader);
  }

  private static String property(ClassLoader loader, String file) {
    try (InputStream built = loader.getResourceAsStream(file)) {
      Properties properties = new Properties();
      if (built != null) {
        properties.load(built);
      }
      return properties.getProperty("version", "");
    } catch (IOException | IllegalArgumentException unreadable) {
      return "";
    }
  }

  /** The version by Dubbo's own class, if its jar is one of Dubbo; otherwise empty. */
  private static String saidByItsJar(ClassLoader loader) {
    try {
      Class<?> version = Class.forName("org.apache.dubbo.common.Version", true, loader);
      String jar = version.getProtectionDomain().getCodeSource().getLocation().getPath();
      return JAR.matcher(jar).matches()
          ? String.valueOf(version.getMethod("getVersion").invoke(null))
          : "";
    } catch (ReflectiveOperationException | LinkageError | RuntimeException unreadable) {
      return "";
    }
  }

  private static DubboVersion ofClasses(ClassLoader loader) {
    for (String[] first : FIRST_IN) {
      if (loader.getResource(first[0].replace('.', '/') + ".class") != null) {
        return new DubboVersion(first[1]);
      }
    }
    return new DubboVersion(UNKNOWN);
  }

  /** Whether the agent supports the version; an unreadable version counts as supported. */
  boolean isSupported() {
    Matcher numbers = NUMBERS.matcher(text);
    if (!numbers.lookingAt()) {
      return true;
    }
    int major = Integer.parseInt(numbers.group(1));
    int minor = Integer.parseInt(numbers.group(2));
    return (major == 2 && minor >= 7) || (major == 3 && minor <= 3);
  }

  /** Such as {@code 3.3.6}, or {@code 3.3} if only the classes tell it. */
  @Override
  public String toString() {
    return text.replace(' ', '_');
  }
}
