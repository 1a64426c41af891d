package io.poolbench.dubbo;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.study.NearestNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The classes of a provider's services. The only code of an application that runs is in the classes
 * of arguments and answers.
 *
 * @param classPath the jars and folders that messages name classes of
 */
record TargetClasses(ClassLoader loader, List<Path> classPath) {
  private static final String CLASS = ".class";

  TargetClasses {
    classPath = List.copyOf(classPath);
  }

  boolean has(String name) {
    return loader.getResource(name.replace('.', '/') + CLASS) != null;
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
}
