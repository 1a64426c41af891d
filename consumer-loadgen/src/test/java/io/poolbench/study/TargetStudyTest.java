package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.Jars;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.journal.Metric;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.HostCheck;
import io.poolbench.study.TargetSettings.TargetProgram.Stub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Studies of a program of others. */
class TargetStudyTest {
  @TempDir private Path folder;

  @Test
  void eachGroupIsACellThatMakesTheCallItNames() throws IOException {
    packOrders();
    Study study =
        load(
            """
            target: {jar: order.jar}
            calls:
              find: {service: com.example.Orders, method: find}
              list: {service: com.example.Orders, method: list}
            load: {groups: [{name: a, users: 1, method: find}, {name: b, users: 2, method: list}]}
            """);

    assertThat(study.cells().get(0).groups())
        .extracting(group -> group.driver().method().id())
        .containsExactly("find", "list");
  }

  /** Whatever pools the file names, there is one that runs. */
  @Test
  void anAddressTakesThePlaceOfTheProgramAndItsPools() throws IOException {
    String yaml =
        """
        target: {jar: away.jar}
        load: {users: "1..4"}
        cells: [{}, {name: b, provider: {threads: 16, jvm: {options: [-Xmx2g]}}}]
        """;
    assertThat(load(yaml, "provider.connect=dubbo://192.0.2.7:20880").cells())
        .singleElement()
        .satisfies(
            cell -> {
              assertThat(cell.name()).isEqualTo("as configured");
              assertThat(cell.provider())
                  .isEqualTo(
                      RemoteSettings.at(
                          "dubbo://192.0.2.7:20880",
                          List.of(folder.resolve("away.jar").toString())));
              assertThat(cell.load().levels()).containsExactly(1, 2, 3, 4);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"?timeout=1", "?", "/path"})
  void anAddressHasNoOptions(String option) {
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> RemoteSettings.at("dubbo://h:1" + option, List.of()))
        .withMessageContaining("example: ");
  }

  @Test
  void pathsAreRelativeToTheStudy() throws IOException {
    packOrders();

    TargetSettings target = target(load("target: {jar: ./order.jar}"), 0);
    assertThat(target.program().jar()).isEqualTo(folder.resolve("order.jar").toString());
    assertThat(target.program().folder()).isEqualTo(folder.toString());

    Files.createDirectory(folder.resolve("lib"));
    assertThat(target(load("target: {classpath: [lib/*], main: a.B}"), 0).program().classpath())
        .containsExactly(folder.resolve("lib") + "/*");
  }

  @Test
  void filesThatAreNotThereAreNamed() throws IOException {
    Jars.write(folder.resolve("library.jar"), Map.of());
    Files.writeString(folder.resolve("text.jar"), "no jar");

    assertProblem("target: {jar: order.jar}", "target.jar: " + folder.resolve("order.jar"));
    assertProblem("target: {jar: text.jar}", "target.jar: not a jar");
    assertProblem("target: {jar: library.jar}", "target.jar: no Main-Class");
    assertProblem("target: {classpath: [lib/*], main: a.B}", "target.classpath.0: ");
    assertProblem("target: {classpath: [library.jar], main: a.B, folder: x}", "target.folder: ");
  }

  @Test
  void theMethodsOfOtherServicesHaveStubs() throws IOException {
    packOrders();
    String stubs = "{a.B.c: {value: {n: 7}, time: 3ms}, a.B.d: {}}";

    assertThat(target(load("target: {jar: order.jar, stubs: " + stubs + "}"), 0).program().stubs())
        .isEqualTo(
            Map.of(
                "a.B.c", new Stub("{\"n\":7}", Duration.ofMillis(3)),
                "a.B.d", new Stub("null", Duration.ZERO)));
    assertThat(
            target(load("target: {jar: order.jar}", "target.stubs={a.B.c: {value: x}}"), 0)
                .program()
                .stubs())
        .isEqualTo(Map.of("a.B.c", new Stub("\"x\"", Duration.ZERO)));
  }

  /** Neither an answer of Triple nor the provider tells a refusal from an error. */
  @ParameterizedTest
  @CsvSource({"tri, tri, true", "dubbo, wire, false"})
  void refusedCallsCountAsErrorsWhereNobodyKnowsThem(
      String protocol, String client, boolean ofRefusals) throws IOException {
    Study study =
        load(
            """
            provider: {connect: '%s://127.0.0.1:1', classpath: [away.jar]}
            driver: {client: %s}
            """
                .formatted(protocol, client));

    assertThat(new StopLimits(null, null).of(study.cells().get(0)))
        .hasValue(new StopLimits.Limits(5, 1_000, true, ofRefusals));
  }

  @Test
  void aProgramThatRunsAlreadyHasNothingToStart() throws IOException {
    String attached = "target: {attach: /run/order%s}";
    Study study =
        load(
            attached.formatted(", jar: away.jar, port: 20880")
                + "\nprovider: {bind: 192.0.2.7, threads: 8, threadpool: fixed}");

    TargetSettings target = target(study, 0);
    assertThat(target.runsAlready()).isTrue();
    assertThat(target.program().attach()).isEqualTo("/run/order");
    assertThat(target.classPath()).containsExactly(folder.resolve("away.jar").toString());
    assertThat(new StopLimits(null, null).of(study.cells().get(0)))
        .hasValue(new StopLimits.Limits(5, 1_000, true, false));
    assertThat(target(load(ResolvedStudy.of(study).yaml()), 0)).isEqualTo(target);
    for (String started :
        List.of(
            "main: a.B",
            "arguments: [a]",
            "properties: {a: b}",
            "registry: none",
            "configCenter: as-configured",
            "stubs: {a.B.c: {}}")) {
      assertProblem(
          attached.formatted(", " + started),
          "target." + started.replaceFirst(":.*", "") + ": not allowed beside attach");
    }
    for (String started : List.of("jvm: {options: [-Xmx1g]}", "scheduling: batch", "port: 1")) {
      assertThatThrownBy(() -> load(attached.formatted("") + "\nprovider: {" + started + "}"))
          .hasMessageContaining("provider." + started.replaceFirst(":.*", ""))
          .hasMessageContaining("target.attach");
    }
  }

  private void assertProblem(String yaml, String start) {
    assertThatThrownBy(() -> load(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(folder.resolve("study.yaml") + ":1: " + start)
        .hasMessageContaining("(")
        .hasMessageNotContaining("\n");
  }

  private void packOrders() throws IOException {
    Jars.write(folder.resolve("order.jar"), Map.of("Main-Class", "com.example.Main"));
  }

  private Study load(String yaml, String... overrides) throws IOException {
    Path file = Files.writeString(folder.resolve("study.yaml"), yaml);
    return new StudyLoader(Metric.ALL, new HostCheck(CpuList.parse("0-3")), Path.of("none"))
        .load(file, List.of(overrides));
  }

  private static TargetSettings target(Study study, int cell) {
    return (TargetSettings) study.cells().get(cell).provider();
  }
}
