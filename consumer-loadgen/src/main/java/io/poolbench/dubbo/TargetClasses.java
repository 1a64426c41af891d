package io.poolbench.dubbo;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.CallSettings;
import io.poolbench.spec.CalledMethod;
import io.poolbench.spec.ClassPath;
import io.poolbench.spec.NearestNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The classes of an application, in a class loader below the driver's. Dubbo, its serializations
 * and Jackson are the driver's; all other classes are the application's.
 *
 * <p>The content of an executable Spring Boot jar is copied into a temporary folder, which {@link
 * #close} removes. The only code of the application that runs is in the classes of arguments and
 * answers. Thread-safe.
 */
public final class TargetClasses implements AutoCloseable {
  private static final Pattern NESTED =
      Pattern.compile("(?:BOOT-INF|WEB-INF)/(?:classes/(.+)|lib/([^/]+\\.jar))");
  private static final String CLASS = ".class";

  private final ClassLoader loader;
  private final List<Path> classPath;
  private final Path temporary;

  private TargetClasses(ClassLoader loader, List<Path> classPath, Path temporary) {
    this.loader = loader;
    this.classPath = classPath;
    this.temporary = temporary;
  }

  /** The driver's own classes, including the interfaces of poolbench's providers. */
  public static TargetClasses ofDriver() {
    return new TargetClasses(TargetClasses.class.getClassLoader(), List.of(), null);
  }

  /** The classes that calls of a provider need: the driver's own where all calls are generic. */
  public static TargetClasses of(List<String> classPath, CalledMethod method) throws IOException {
    boolean typed =
        method.weighted().keySet().stream()
            .anyMatch(each -> each instanceof CallSettings call && !call.generic());
    return typed && !classPath.isEmpty() ? open(classPath) : ofDriver();
  }

  /**
   * Opens a class path.
   *
   * @param entries of a {@link ClassPath}, whose jars may be executable ones of Spring Boot
   * @throws IOException where an entry is missing or cannot be read
   */
  public static TargetClasses open(List<String> entries) throws IOException {
    List<Path> jarsAndFolders = ClassPath.files(entries);
    Path temporary = Files.createTempDirectory("poolbench-classes");
    try {
      List<Path> classPath = new ArrayList<>();
      for (Path entry : jarsAndFolders) {
        classPath.add(entry);
        if (Files.isRegularFile(entry)) {
          classPath.addAll(unpacked(entry, temporary.resolve(String.valueOf(classPath.size()))));
        } else if (!Files.isDirectory(entry)) {
          throw new IOException("no such file: " + entry);
        }
      }
      URL[] urls = classPath.stream().map(TargetClasses::url).toArray(URL[]::new);
      URLClassLoader loader = new URLClassLoader(urls, TargetClasses.class.getClassLoader());
      return new TargetClasses(loader, List.copyOf(classPath), temporary);
    } catch (IOException | RuntimeException e) {
      delete(temporary);
      throw e;
    }
  }

  /** Unpacks the classes and jars in a jar; returns them as a class path, empty for a plain jar. */
  private static List<Path> unpacked(Path jar, Path folder) throws IOException {
    Path classes = folder.resolve("classes");
    List<Path> inside = new ArrayList<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : (Iterable<JarEntry>) file.stream()::iterator) {
        Matcher nested = NESTED.matcher(entry.getName());
        if (entry.isDirectory() || !nested.matches()) {
          continue;
        }
        boolean isClass = nested.group(1) != null;
        Path to = isClass ? classes.resolve(nested.group(1)) : folder.resolve(nested.group(2));
        if (!to.normalize().startsWith(folder)) {
          throw new IOException(jar + ": entry outside of the jar: " + entry.getName());
        }
        Files.createDirectories(to.getParent());
        try (InputStream content = file.getInputStream(entry)) {
          Files.copy(content, to);
        }
        if (!isClass) {
          inside.add(to);
        }
      }
    } catch (IOException e) {
      throw new IOException(jar + ": " + e.getMessage(), e);
    }
    if (Files.isDirectory(classes)) {
      inside.add(0, classes);
    }
    return inside;
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The methods of a service, as an agent reports them: {@code find(long):com.example.Order}. */
  public static List<String> methods(List<String> classPath, String service) throws IOException {
    try (TargetClasses classes = open(classPath)) {
      return TargetMethod.all(classes.service(service)).stream()
          .map(of -> of.signature() + ":" + of.method().getGenericReturnType().getTypeName())
          .toList();
    }
  }

  ClassLoader loader() {
    return loader;
  }

  Class<?> service(String name) {
    try {
      Class<?> type = Class.forName(name, /* initialize= */ false, loader);
      if (!type.isInterface()) {
        throw new InvalidSettingException("service", name + " is no interface");
      }
      return type;
    } catch (ClassNotFoundException e) {
      throw new InvalidSettingException(
          "service", "no interface '" + name + "' in the application" + nearest(name));
    } catch (LinkageError e) {
      throw unlinkable(name, e);
    }
  }

  /** The error that the class path lacks a class to which a service refers. */
  static InvalidSettingException unlinkable(String service, LinkageError e) {
    return new InvalidSettingException(
        "service", service + " refers to a class that the class path lacks: " + e.getMessage());
  }

  private String nearest(String name) {
    Collection<String> all = classNames();
    String simple = simpleName(name);
    List<String> same = all.stream().filter(known -> simpleName(known).equals(simple)).toList();
    if (!same.isEmpty()) {
      return ", did you mean '" + String.join("' or '", same) + "'?";
    }
    return NearestNames.hint(
        simple, all.stream().map(TargetClasses::simpleName).collect(Collectors.toSet()));
  }

  private static String simpleName(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private Collection<String> classNames() {
    Collection<String> names = new TreeSet<>();
    for (Path entry : classPath) {
      try {
        if (Files.isDirectory(entry)) {
          try (Stream<Path> files = Files.walk(entry)) {
            files.forEach(file -> add(entry.relativize(file).toString(), names));
          }
        } else {
          try (JarFile jar = new JarFile(entry.toFile())) {
            jar.stream().forEach(file -> add(file.getName(), names));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException("reading " + entry, e);
      }
    }
    return names;
  }

  private static void add(String file, Collection<String> names) {
    if (file.endsWith(CLASS) && file.indexOf('$') < 0 && file.indexOf('-') < 0) {
      names.add(file.substring(0, file.length() - CLASS.length()).replaceAll("[/\\\\]", "."));
    }
  }

  @Override
  public void close() {
    if (temporary == null) {
      return;
    }
    try {
      ((URLClassLoader) loader).close();
      delete(temporary);
    } catch (IOException e) {
      throw new UncheckedIOException("removing " + temporary, e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
