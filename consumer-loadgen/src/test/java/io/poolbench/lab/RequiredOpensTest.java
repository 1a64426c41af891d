package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Jars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequiredOpensTest {
  private static final String LANG = "--add-opens=java.base/java.lang=ALL-UNNAMED";
  private static final String URL = "org/apache/dubbo/common/URL.class";

  @TempDir private Path folder;

  private List<String> options(int jdk, String... entries) throws IOException {
    Path jar = Jars.write(folder.resolve("app.jar"), Map.of(), entries);
    return RequiredOpens.options(List.of(jar.toString()), jdk, List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "BOOT-INF/lib/dubbo-2.7.23.jar, true",
    "BOOT-INF/lib/dubbo-common-2.7.8.jar, true",
    "WEB-INF/lib/dubbo-3.0.15.jar, true",
    "BOOT-INF/lib/dubbo-3.1.11.jar, true",
    "BOOT-INF/lib/dubbo-3.2.16.jar, false",
    "BOOT-INF/lib/dubbo-3.3.6.jar, false",
    "BOOT-INF/lib/dubbo-shop-2.7.1.jar, false",
    "com/example/App.class, false"
  })
  void anOlderDubboWithinAJarNeedsThem(String entry, boolean needed) throws IOException {
    assertThat(options(17, entry).contains(LANG)).isEqualTo(needed);
  }

  @Test
  void anOlderDubboPackedIntoTheJarNeedsThem() throws IOException {
    String newer = "org/apache/dubbo/common/threadpool/manager/IsolationExecutorRepository.class";

    assertThat(options(17, URL)).contains(LANG).hasSize(4);
    assertThat(options(17, URL, newer)).isEmpty();
  }

  /** The JVM follows the manifests of the named jars, too. */
  @ParameterizedTest
  @CsvSource({
    "lib/dubbo.jar, true",
    "lib/other.jar, false",
    "lib/absent.jar lib/again.jar, true",
    "http://192.0.2.1/dubbo.jar, false"
  })
  void anOlderDubboThatTheManifestNamesNeedsThem(String named, boolean needed) throws IOException {
    Path lib = Files.createDirectory(folder.resolve("lib"));
    Jars.write(lib.resolve("dubbo.jar"), Map.of(), URL);
    Jars.write(lib.resolve("other.jar"), Map.of("Class-Path", "../app.jar"), "Other.class");
    Jars.write(lib.resolve("again.jar"), Map.of("Class-Path", "dubbo.jar"), "Other.class");
    Path jar = Jars.write(folder.resolve("app.jar"), Map.of("Class-Path", named), "App.class");

    assertThat(RequiredOpens.options(List.of(jar.toString()), 17, List.of()).contains(LANG))
        .isEqualTo(needed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-Dloader.path=lib | true",
        "-Dloader.path=classes,lib/dubbo.jar | true",
        "-Dloader.path=classes | false",
        "-Dother.path=lib | false"
      })
  void anOlderDubboOnTheLoaderPathNeedsThem(String option, boolean needed) throws IOException {
    Path lib = Files.createDirectory(folder.resolve("lib"));
    Jars.write(lib.resolve("dubbo.jar"), Map.of(), URL);
    Path jar = Jars.write(folder.resolve("app.jar"), Map.of(), "App.class");

    List<String> classPath =
        RequiredOpens.withLoaderPath(List.of(jar.toString()), folder, List.of("java", option));

    assertThat(RequiredOpens.options(classPath, 17, List.of()).contains(LANG)).isEqualTo(needed);
  }

  @Test
  void anOlderJdkIsOpen() throws IOException {
    assertThat(options(11, URL)).isEmpty();
  }

  @Test
  void whatIsGivenOrMissingIsNotRepeated() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes").resolve(URL)).getParent();
    List<String> classPath =
        List.of(folder.resolve("absent.jar").toString(), folder.resolve("classes").toString());

    assertThat(classes).exists();
    assertThat(RequiredOpens.options(classPath, 25, List.of(LANG))).hasSize(3).doesNotContain(LANG);
  }
}
