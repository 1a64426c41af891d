package io.poolbench.agent;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The jars and folders from which the class loaders of a program's services load classes, as the
 * driver cannot know what a launcher or a container adds to the program's class path.
 */
final class LoadedFrom {
  /**
   * A URL of a jar or folder, or of something within a jar: {@code jar:nested:} from Spring Boot
   * 3.2 on, {@code jar:file:} before.
   */
  private static final Pattern LOCATION =
      Pattern.compile("(?:jar:)?(?:file|nested):(?<path>[^!]*?)/?(?:!.*)?");

  private LoadedFrom() {}

  /** Absolute paths, in the order in which classes are looked up. */
  static List<String> of(Collection<Class<?>> services) {
    Set<Path> files = new LinkedHashSet<>();
    for (ClassLoader first :
        services.stream()
            .map(Class::getClassLoader)
            .collect(Collectors.toCollection(LinkedHashSet::new))) {
      for (ClassLoader loader = first; loader != null; loader = loader.getParent()) {
        if (loader == ClassLoader.getSystemClassLoader()) {
          addClassPath(files);
          break;
        }
        if (loader instanceof URLClassLoader) {
          Arrays.stream(((URLClassLoader) loader).getURLs()).forEach(url -> add(url, files));
        }
      }
    }
    return files.stream().map(Path::toString).collect(Collectors.toList());
  }

  static void add(URL url, Set<Path> files) {
    Matcher location = LOCATION.matcher(url.toString());
    if (location.matches()) {
      // A URL may have a path with spaces as it is.
      String path = location.group("path").replace(" ", "%20");
      files.add(
          Paths.get(
              URI.create(
                  "file://" + (path.startsWith("/") ? "" : "/") + path.replaceFirst("^/+", "/"))));
    }
  }

  /** The class path of the JVM, with those of the manifests. */
  private static void addClassPath(Set<Path> files) {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path file = Paths.get(entry).toAbsolutePath().normalize();
      if (files.add(file)) {
        files.addAll(ofManifest(file));
      }
    }
  }

  private static List<Path> ofManifest(Path file) {
    List<Path> files = new ArrayList<>();
    try (JarFile jar = new JarFile(file.toFile())) {
      Manifest manifest = jar.getManifest();
      String entries =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      for (String entry : entries == null ? new String[0] : entries.trim().split(" +")) {
        if (!entry.isEmpty()) {
          files.add(Paths.get(file.toUri().resolve(entry)));
        }
      }
    } catch (IOException | IllegalArgumentException | FileSystemNotFoundException noJar) {
      // A folder, or an entry that the JVM ignores, too.
    }
    return files;
  }
}
