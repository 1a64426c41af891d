package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadedFromTest {
  @ParameterizedTest
  @CsvSource({
    "file:/opt/shop/lib/a.jar, /opt/shop/lib/a.jar",
    "file:/opt/shop/classes/, /opt/shop/classes",
    "file:/opt/my%20shop/a%23.jar, /opt/my shop/a#.jar",
    "jar:file:/opt/shop/a.jar!/, /opt/shop/a.jar",
    "jar:file:/opt/shop/app.jar!/BOOT-INF/classes!/, /opt/shop/app.jar",
    "jar:file:/opt/shop/app.jar!/BOOT-INF/lib/b.jar!/, /opt/shop/app.jar",
    "http://192.0.2.7/a.jar,",
  })
  void theFileOfEachFormOfUrl(String url, String file) throws IOException {
    Set<Path> files = new LinkedHashSet<>();

    LoadedFrom.add(URI.create(url).toURL(), files);

    assertThat(files).isEqualTo(file == null ? Set.of() : Set.of(Path.of(file)));
  }

  /** Of Spring Boot from 3.2 on, whose handler this JVM lacks. */
  @Test
  @SuppressWarnings("deprecation") // URL.of is of JDK 20.
  void theFileOfANestedJar() throws IOException {
    Set<Path> files = new LinkedHashSet<>();
    String nested = "nested:/opt/shop/app.jar/!BOOT-INF/lib/b.jar!/";
    URL url =
        new URL(
            null,
            "jar:" + nested,
            new URLStreamHandler() {
              @Override
              protected URLConnection openConnection(URL ignored) {
                throw new UnsupportedOperationException();
              }
            });

    LoadedFrom.add(url, files);

    assertThat(files).containsExactly(Path.of("/opt/shop/app.jar"));
  }

  @Test
  void theClassPathOfTheJvm() {
    List<String> files = LoadedFrom.of(List.of(LoadedFromTest.class));

    assertThat(files)
        .contains(
            Path.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)[0])
                .toAbsolutePath()
                .normalize()
                .toString());
  }
}
