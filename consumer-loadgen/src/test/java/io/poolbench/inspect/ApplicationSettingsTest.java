package io.poolbench.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.study.TargetSettings.ConfiguredBy;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which settings apply to a pool is decided as Dubbo does. */
class ApplicationSettingsTest {
  /** The port at which the pool runs, which no section has. */
  private static final int PORT = 1;

  @TempDir private Path folder;

  private static Map<String, String> ofPool(ApplicationSettings settings, String protocol) {
    Map<String, String> values = new TreeMap<>();
    settings.ofPool(protocol, PORT).forEach((name, setting) -> values.put(name, setting.value()));
    return values;
  }

  @Test
  void theProtocolWinsOverTheProvider() {
    ApplicationSettings settings =
        SampleTarget.settings(
            "dubbo.protocol.threads=600", "dubbo.provider.threads=50", "dubbo.provider.queues=9");

    assertThat(ofPool(settings, "dubbo")).isEqualTo(Map.of("threads", "600", "queues", "9"));
    assertThat(ofPool(settings, "tri")).isEqualTo(Map.of("threads", "50", "queues", "9"));
  }

  @Test
  void sectionsWithIdsReplaceTheOneWithout() {
    ApplicationSettings settings =
        SampleTarget.settings(
            "dubbo.protocol.threads=600",
            "dubbo.protocols.dubbo.core-threads=5",
            "dubbo.protocols.second.name=tri",
            "dubbo.protocols.second.threads=40");

    assertThat(ofPool(settings, "dubbo")).isEqualTo(Map.of("corethreads", "5"));
    assertThat(ofPool(settings, "tri")).isEqualTo(Map.of("threads", "40"));
  }

  @Test
  void aPoolIsChangedWhereTheFilesConfigureIt() throws IOException {
    assertThat(
            SampleTarget.settings("dubbo.protocols.main.threads=4", "dubbo.protocols.main.port=88")
                .with(
                    List.of("--dubbo.protocols.main.threads=8"),
                    Map.of("dubbo.protocols.main.threads", "9"))
                .place("main", PORT))
        .isEqualTo(new ConfiguredBy("application.yml", "dubbo.protocols.main", 88));
    assertThat(
            SampleTarget.settings("dubbo.protocol.port=88", "dubbo.provider.threads=4")
                .place("dubbo", PORT))
        .isEqualTo(new ConfiguredBy("application.yml", "dubbo.provider", 88));
    assertThat(
            SampleTarget.settings("dubbo.protocol.threadpool=cached", "dubbo.provider.threads=4")
                .place("dubbo", PORT)
                .prefix())
        .as("of both, where a change has an effect whatever the other has")
        .isEqualTo("dubbo.protocol");
    assertThat(SampleTarget.settings("dubbo.protocol.port=${PORT}").place("dubbo", PORT))
        .isEqualTo(new ConfiguredBy("application.yml", "dubbo.protocol", 0));
    assertThat(SampleTarget.settings("dubbo.protocol.threads=4").place("dubbo", PORT))
        .isEqualTo(new ConfiguredBy("application.yml", "dubbo.protocol", 20_880));
    assertThat(SampleTarget.settings("dubbo.protocols.${ID}.name=dubbo").place("dubbo", PORT))
        .isEqualTo(new ConfiguredBy("", "dubbo.protocol", 0));

    Files.writeString(
        folder.resolve("provider.xml"), "<beans><dubbo:protocol port=\"88\"/></beans>");
    Files.writeString(folder.resolve("logback.xml"), "<configuration/>");
    assertThat(ApplicationSettings.read(List.of(folder)).place("dubbo", PORT))
        .isEqualTo(new ConfiguredBy("provider.xml", "dubbo.protocol", 0));
    Files.writeString(folder.resolve("other.xml"), "<beans><dubbo:protocol/></beans>");
    assertThat(ApplicationSettings.read(List.of(folder)).place("dubbo", PORT))
        .as("which of two is used is unknown")
        .isEqualTo(new ConfiguredBy("", "dubbo.protocol", 0));
  }

  @Test
  void sectionsOfOneProtocolAreToldApartByTheirPorts() {
    ApplicationSettings settings =
        SampleTarget.settings(
            "dubbo.protocols.one.name=dubbo",
            "dubbo.protocols.one.port=88",
            "dubbo.protocols.one.threads=4",
            "dubbo.protocols.two.name=dubbo",
            "dubbo.protocols.two.port=89",
            "dubbo.protocols.two.threads=8");

    assertThat(settings.ofPool("dubbo", 89).get("threads").value()).isEqualTo("8");
    assertThat(settings.place("dubbo", 89))
        .isEqualTo(new ConfiguredBy("application.yml", "dubbo.protocols.two", 89));
    assertThat(settings.place("dubbo", PORT).prefix()).isEqualTo("dubbo.protocols.one");
  }

  @Test
  void aPropertyOfTheCommandLineWinsAndIsNamed() {
    ApplicationSettings files = SampleTarget.settings("dubbo.protocol.threads=600");
    List<String> arguments = List.of("orders", "--debug", "--dubbo.protocol.threads=16");

    assertThat(threads(files.with(arguments, Map.of())))
        .isEqualTo("dubbo.protocol.threads=16 (--argument)");
    assertThat(threads(files.with(arguments, Map.of("dubbo.protocol.threads", "32"))))
        .isEqualTo("dubbo.protocol.threads=32 (-D)");
  }

  /** As Spring Boot does, whatever the kind of the files. */
  @Test
  void filesInTheWorkingFolderWinOverThoseOfTheProgram() throws IOException {
    Files.writeString(
        folder.resolve("application.properties"),
        "dubbo.protocol.threads=8\ndubbo.protocol.queues=9\n");
    Path config = Files.createDirectory(folder.resolve("config"));
    Files.writeString(config.resolve("application.yml"), "dubbo.protocol: {threads: 16}");

    ApplicationSettings settings =
        SampleTarget.settings("dubbo.protocol.threads=600", "dubbo.protocol.threadpool=cached")
            .runIn(folder);

    assertThat(ofPool(settings, "dubbo"))
        .isEqualTo(Map.of("threadpool", "cached", "threads", "16", "queues", "9"));
    assertThat(settings.place("dubbo", PORT).file()).isEqualTo("config/application.yml");
  }

  private static String threads(ApplicationSettings settings) {
    return settings.ofPool("dubbo", PORT).get("threads").text();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/BOOT-INF/classes", "/WEB-INF/classes"})
  void aFatJarsFilesAreReadWithoutThoseOfProfiles(String inJar) throws IOException {
    Path jar = folder.resolve("order.jar");
    try (FileSystem files = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Path classes = Files.createDirectories(files.getPath(inJar));
      Files.writeString(
          classes.resolve("application.yml"),
          """
          dubbo:
            protocol: {name: dubbo, threads: "${POOL:600}"}
          spring.profiles.active: dev
          ---
          spring.config.activate.on-profile: prod
          dubbo.protocol.threads: 1200
          ---
          spring: {profiles: [prod, test]}  # up to Spring Boot 2.7
          dubbo.protocol.threads: 1300
          """);
      Files.writeString(classes.resolve("dubbo.properties"), "dubbo.protocol.queues=5");
      Files.writeString(classes.resolve("application.yaml"), "a: [not YAML");
    }

    assertThat(ofPool(ApplicationSettings.read(List.of(jar)), "dubbo"))
        .isEqualTo(Map.of("threads", "600", "queues", "5"));
  }

  @Test
  void aFolderOfAClassPathIsReadLikeAJarAndOtherFilesAreNot() throws IOException {
    Files.writeString(
        folder.resolve("application.properties"),
        """
        dubbo.protocol.threads = 7
        #---
        spring.config.activate.on-profile = prod
        dubbo.protocol.threads = 9
        #---
        dubbo.protocol.queues = 5
        """);
    Path empty = Files.createFile(folder.resolve("empty.jar"));
    List<Path> classPath =
        List.of(folder.resolve("no.jar"), folder.resolve("application.properties"), empty, folder);

    assertThat(ofPool(ApplicationSettings.read(classPath), "dubbo"))
        .isEqualTo(Map.of("threads", "7", "queues", "5"));
  }

  @Test
  void theFirstFileOfANameOnTheClassPathIsTheOnlyOne() throws IOException {
    Path program = Files.createDirectory(folder.resolve("program"));
    Path library = Files.createDirectory(folder.resolve("library"));
    Files.writeString(program.resolve("application.yml"), "dubbo.protocol: {threads: 200}");
    Files.writeString(
        library.resolve("application.yml"), "dubbo.protocol: {threads: 600, queues: 5}");
    Files.writeString(library.resolve("dubbo.properties"), "dubbo.protocol.threadpool=cached");

    assertThat(ofPool(ApplicationSettings.read(List.of(program, library)), "dubbo"))
        .isEqualTo(Map.of("threads", "200", "threadpool", "cached"));
  }
}
