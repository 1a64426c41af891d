package io.poolbench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Writes jars. */
public final class Jars {
  private Jars() {}

  /**
   * A jar whose entries have the contents that they have on the class path, or none.
   *
   * @param attributes of the manifest
   */
  public static Path write(Path jar, Map<String, String> attributes, String... entries)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.forEach(manifest.getMainAttributes()::putValue);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (String entry : entries) {
        out.putNextEntry(new ZipEntry(entry));
        try (InputStream content = Jars.class.getResourceAsStream("/" + entry)) {
          if (content != null) {
            content.transferTo(out);
          }
        }
      }
    }
    return jar;
  }

  /** A jar of a class, which an attribute of the manifest names. */
  public static Path write(Path jar, String attribute, Class<?> named) throws IOException {
    return write(
        jar, Map.of(attribute, named.getName()), named.getName().replace('.', '/') + ".class");
  }
}
