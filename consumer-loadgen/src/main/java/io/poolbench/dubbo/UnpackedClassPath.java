package io.poolbench.dubbo;

import io.poolbench.api.OwnedFolder;
import io.poolbench.study.ClassPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The class path of an application. The content of executable jars and wars of Spring Boot is
 * copied into a temporary folder, which {@link #close} removes.
 *
 * @param entries jars and folders of classes
 */
record UnpackedClassPath(List<Path> entries, OwnedFolder temporary) implements AutoCloseable {
  /** The limit of what a jar unpacks to; a jar of 1 MB may claim to contain a terabyte. */
  private static final long MAX_BYTES = 2L << 30;

  private static final int BUFFER_BYTES = 1 << 16;

  private static final Pattern NESTED =
      Pattern.compile("(?:BOOT-INF|WEB-INF)/(?:classes/(.+)|lib(?:-provided)?/([^/]+\\.jar))");

  UnpackedClassPath {
    entries = List.copyOf(entries);
  }

  /**
   * Opens a class path.
   *
   * @param classPath entries of a {@link ClassPath}, whose jars may be executable ones
   * @throws IOException if an entry is missing or cannot be read
   */
  static UnpackedClassPath open(List<String> classPath) throws IOException {
    List<Path> jarsAndFolders = ClassPath.files(classPath);
    OwnedFolder temporary = OwnedFolder.create("classes");
    try {
      List<Path> entries = new ArrayList<>();
      for (Path entry : jarsAndFolders) {
        entries.add(entry);
        if (Files.isRegularFile(entry)) {
          entries.addAll(unpacked(entry, temporary.path().resolve(String.valueOf(entries.size()))));
        } else if (!Files.isDirectory(entry)) {
          throw new IOException("no such file: " + entry);
        }
      }
      return new UnpackedClassPath(entries, temporary);
    } catch (IOException | RuntimeException e) {
      temporary.close();
      throw e;
    }
  }

  /** Unpacks the classes and jars in a jar; returns them as a class path, empty for a plain jar. */
  private static List<Path> unpacked(Path jar, Path folder) throws IOException {
    Path classes = folder.resolve("classes");
    List<Path> inside = new ArrayList<>();
    long left = MAX_BYTES;
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
        left -= copy(file.getInputStream(entry), to, left);
        if (!isClass) {
          inside.add(to);
        }
      }
    } catch (IOException | InvalidPathException e) {
      throw new IOException(jar + ": " + e.getMessage(), e);
    }
    if (Files.isDirectory(classes)) {
      inside.add(0, classes);
    }
    return inside;
  }

  private static long copy(InputStream from, Path to, long limit) throws IOException {
    try (InputStream content = from;
        OutputStream out = Files.newOutputStream(to, StandardOpenOption.CREATE_NEW)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      long copied = 0;
      for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
        copied += read;
        if (copied > limit) {
          throw new IOException("content unpacks to more than %d MiB".formatted(MAX_BYTES >> 20));
        }
        out.write(buffer, 0, read);
      }
      return copied;
    }
  }

  URL[] urls() {
    return entries.stream().map(UnpackedClassPath::url).toArray(URL[]::new);
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    temporary.close();
  }
}
