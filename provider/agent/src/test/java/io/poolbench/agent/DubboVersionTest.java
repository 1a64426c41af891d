package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DubboVersionTest {
  private static final String BUILT = "META-INF/maven/org.apache.dubbo/dubbo/pom.properties";
  private static final String VERSION = "org/apache/dubbo/common/Version.class";
  private static final String URL_CLASS = "org/apache/dubbo/common/URL.class";
  private static final String OF_3_2 =
      "org/apache/dubbo/common/threadpool/manager/IsolationExecutorRepository.class";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "2.6.12, false",
    "2.7.0, true",
    "2.7.23, true",
    "3.0.15, true",
    "3.3, true",
    "3.3.7-SNAPSHOT, true",
    "3.4.0, false",
    "4.0.0, false",
    "unknown, true"
  })
  void ruleVersionsFrom27To33AreKnownAndOneThatCannotBeReadIsTried(
      String version, boolean supported) {
    assertThat(new DubboVersion(version).isSupported()).isEqualTo(supported);
  }

  @Test
  void aJarOfDubboTellsItsVersion() {
    assertThat(DubboVersion.of(getClass().getClassLoader())).hasToString("3.3.6");
  }

  /** The name and the manifest of the jar are the program's, and look like a version of Dubbo. */
  @Test
  void aProgramPackedWithDubboIsNotTakenForDubbo() throws IOException {
    assertThat(version("shop-2.6.1.jar", VERSION, URL_CLASS, OF_3_2)).isEqualTo("3.2");
    assertThat(version("dubbo-shop-2.6.1.jar", VERSION, URL_CLASS, OF_3_2)).isEqualTo("3.2");
    assertThat(version("plain.jar", VERSION, URL_CLASS)).isEqualTo("2.7");
    assertThat(version("shop-2.6.2.jar", VERSION, URL_CLASS, OF_3_2, BUILT)).isEqualTo("3.3.6");
    assertThat(version("empty.jar")).isEqualTo(DubboVersion.UNKNOWN);
  }

  private String version(String name, String... entries) throws IOException {
    Path jar = folder.resolve(name);
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "2.5.0");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (String entry : entries) {
        out.putNextEntry(new ZipEntry(entry));
        try (var content = getClass().getClassLoader().getResourceAsStream(entry)) {
          content.transferTo(out);
        }
      }
    }
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      return DubboVersion.of(loader).toString();
    }
  }
}
