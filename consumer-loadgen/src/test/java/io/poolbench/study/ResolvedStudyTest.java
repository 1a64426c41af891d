package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.poolbench.journal.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotBlank;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class ResolvedStudyTest {
  /** Cells that are valid alone, and differ in one section or more. */
  static final List<String> CELLS =
      List.of(
          "{}",
          "{provider: {threadpool: fixed, threads: 20}}",
          "{provider: {threadpool: cached, corethreads: 20, threads: 20, alive: 1500ms}}",
          "{provider: {threadpool: cached}}",
          "{provider: {threadpool: limited, threads: 9, queues: -1}}",
          "{provider: {threadpool: limited, corethreads: 2, threads: 9}}",
          "{provider: {threadpool: eager, corethreads: 1, threads: 5, queues: 3}}",
          "{provider: {bind: any, port: 1, jvm: {release: 21, options: []}}}",
          "{provider: {work: {cpuIterations: 123456789012, garbage: 3KiB}, dispatcher: direct}}",
          "{redis: {latency: {mean: 2ms, deviation: 333us}}}",
          "{redis: {latency: 1ms, kind: embedded}}",
          "{redis: {uri: 'redis://host:6379/2'}}",
          "{driver: {method: empty, connections: 3, timeout: 1234ms}}",
          "{cpus: {provider: 0-3, driver: 4}}",
          "{load: {users: [3, 4, 5, 9, 100], warmup: 0s, settle: 1us, measure: 1h}}",
          "{load: {users: 4, thinkTime: 5ms}}",
          "{load: {users: '1..9', stopWhen: {tp99: 100ms, provider_cpu_pct: 95%, calls: 9}}}",
          "{load: {thinkTime: 1h}}",
          "{load: {rate: 1000..8000 by 1000}}",
          "{load: {rate: [1, 10000000], arrivals: constant}}",
          "{load: {rate: 1000..8000 by 1000, arrivals: constant, settle: 2s}}",
          "{load: {groups: [{name: a, users: 9}, {name: b, users: 1, method: empty, sla: {tp99:"
              + " 2s}}]}}",
          "{load: {groups: [{name: a, users: '1..3', method: empty},"
              + " {name: b, rate: 100}], thinkTime: 5ms, arrivals: constant}}",
          "{provider: {web: {}}, driver: {client: http, method: nodelay}}",
          "{provider: {web: {}}, driver: {client: http}, load: {groups: [{name: fast, users: 9,"
              + " method: nodelay}, {name: slow, users: 1, method: async}]}}",
          "{provider: {web: {container: jetty, threads: 4, workers: 1, delay: 0ms}, bind: any},"
              + " driver: {client: http, method: async, connections: 9}}",
          "{provider: {web: {threads: 39, downstream: 1s}}, driver: {client: http,"
              + " method: callable, timeout: 60s}}",
          "{target: {jar: order.jar}}",
          "{provider: {connect: 'dubbo://host:20880', classpath: [a.jar, lib/*]}}",
          "{provider: {connect: 'dubbo://[::1]:20880'}, load: {rate: 10}}",
          "{provider: {connect: 'tri://order_service:50051'}, driver: {client: tri}}",
          "{target: {jar: /a/order.jar, port: 20880}, provider: {jvm: {options: ['-Dx=y']}}}",
          "{target: {classpath: [classes, lib/*], main: com.example.Main, arguments: [a, 1],"
              + " properties: {server.port: 0, x: true}, registry: as-configured, stubs: {a.B.c:"
              + " {}, a.B.d: {value: [{n: 1.5, s: '7'}, null], time: 3ms}, a.C.d: {value: '@7',"
              + " time: 1m}}, startTimeout: 5s, folder: run}, provider: {threadpool: cached,"
              + " corethreads: 2, threads: 9}}",
          "{call: {service: a.B, method: find}}",
          "{call: {service: a.B, method: 'find(long, List)', version: '1.0', group: g, arguments:"
              + " ['${id}', {lines: [{n: 1}], when: null}], data: a/b.csv, attachments: {tag:"
              + " gray}, answer: {pointer: /ok, equals: true}, serialization: fastjson2, generic:"
              + " true}}",
          "{calls: {one: {service: a.B, method: m, answer: {equals: 7}}}}",
          "{calls: {one: {service: a.B, method: m}, two: {service: a.B, method: m, weight: 3}},"
              + " load: {groups: [{name: a, users: 9, method: one}, {name: b, users: 1}]}}",
          "{validity: {lag: 1us}}",
          "{sla: {tp50: 1.234567s, provider_cpu_pct: 33.333%, tps: 1234567.25}}",
          "{sla: {availability: 99.999%}}",
          "{sla: {provider_run_queue_wait: 287us, recovery: 249us}}",
          "{sla: {tp99: 10ms, upTo: 8}}");

  @Property(tries = 150)
  void theTextIsReadBackAsAnEqualStudy(
      @ForAll("cells") @Size(min = 1, max = 6) List<String> cells,
      @ForAll @IntRange(min = 1, max = 100) int repetitions) {
    assertReadBack(
        PlainStudy.parse(
            "{repetitions: %d, cells: [%s]}".formatted(repetitions, String.join(", ", cells))));
  }

  @Property(tries = 150)
  void anyTitleAndNameIsReadBack(
      @ForAll("lines") @NotBlank @StringLength(max = 100) String title,
      @ForAll("lines") @NotBlank @StringLength(max = 100) String name) {
    String yaml = "{title: %s, cells: [{name: %s}]}".formatted(quoted(title), quoted(name));

    Study study = PlainStudy.parse(yaml);
    assertThat(study.title()).isEqualTo(title);
    assertThat(study.cells().get(0).name()).isEqualTo(name);
    assertReadBack(study);
  }

  private static String quoted(String text) {
    return JsonNodeFactory.instance.textNode(text).toString();
  }

  @Example
  void commandsAreReadBack() {
    Study study = PlainStudy.parse("{before: 'a < b; c', after: [redis-cli, -p, 6379, FLUSHALL]}");

    assertThat(study.procedure().commands())
        .isEqualTo(
            new CellCommands(
                List.of("sh", "-c", "a < b; c"), List.of("redis-cli", "-p", "6379", "FLUSHALL")));
    assertReadBack(study);
  }

  @Example
  void loadsOfUsersAndOfRequestsKeepAnUpToThatTheyShare() {
    Study study =
        PlainStudy.parse(
            "{cells: [{load: {users: '1..9'}, sla: {tp99: 10ms, upTo: 8}}, {load: {rate: 9}, sla:"
                + " {tp99: 10ms, upTo: 8}}]}");

    assertThat(study.cells()).extracting(cell -> cell.sla().upTo()).containsExactly(8, 8);
    assertReadBack(study);
  }

  @Example
  void aNameThatIsTooLongForAControlIsRejected() {
    String cells =
        "{paired: {rounds: 7, control: true}, cells: [{name: %s}, {provider: {threads: 8}}]}";

    assertReadBack(PlainStudy.parse(cells.formatted("n".repeat(90))));
    assertThatThrownBy(() -> PlainStudy.parse(cells.formatted("n".repeat(91))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("90");
  }

  @Example
  void aPairedStudyIsReadBack() {
    Study study =
        PlainStudy.parse(
            "{paired: {rounds: 7, control: true}, cells: [{provider: {threads: 4}}, {provider:"
                + " {threads: 8}}]}");

    assertThat(study.paired()).isEqualTo(new Paired(7, true, null));
    assertThat(study.cells())
        .extracting(cell -> cell.provider().pool().threads())
        .containsExactly(4, 4, 8);
    assertThat(study.cells().get(1).name()).isEqualTo(study.cells().get(0).name() + " (control)");
    assertThat(study.paired().measured(study.cells())).as("once").isEqualTo(study.cells());
    assertThat(new Paired(7, false, null).measured(study.cells().subList(0, 1))).hasSize(1);
    assertReadBack(study);
  }

  /** So that another default in a later version does not change a study that was run. */
  @Example
  void theTextHasEveryDefault() throws IOException {
    Study study = PlainStudy.parse("title: t");
    JsonNode text = new YAMLMapper().readTree(ResolvedStudy.of(study).yaml());
    ObjectNode none = JsonNodeFactory.instance.objectNode();
    ObjectNode defaults = StudySchema.load(Metric.ALL).completeStudy(none);
    defaults.setAll(StudySchema.load(Metric.ALL).completeCell(none, Path.of("")));

    List<String> absent = new ArrayList<>();
    collectAbsent("", defaults, text, absent);
    assertThat(absent).as("of another kind of load").containsExactly("/load/arrivals");
  }

  private static void collectAbsent(
      String path, JsonNode defaults, JsonNode text, List<String> absent) {
    for (Map.Entry<String, JsonNode> each : defaults.properties()) {
      String setting = path + "/" + each.getKey();
      if (each.getValue().isObject()) {
        collectAbsent(setting, each.getValue(), text, absent);
      } else if (text.at(setting).isMissingNode()) {
        absent.add(setting);
      }
    }
  }

  @Example
  void aRedisPasswordIsNotInTheTextAndCanBeGivenByAnOverride() {
    String uri = "rediss://user:se%40cret@host:6379/2";
    Study study = PlainStudy.LOADER.parse("s", "s", "title: t", List.of("redis.uri=" + uri));
    String text = ResolvedStudy.of(study).yaml();

    assertThat(text)
        .doesNotContain("cret")
        .contains("uri: rediss://host:6379/2")
        .contains("--set redis.uri=");
    assertThat(study.toString()).doesNotContain("cret");
    assertThat(PlainStudy.LOADER.parse("s", "s", text, List.of("redis.uri=" + uri)))
        .isEqualTo(study);
  }

  private static void assertReadBack(Study study) {
    String text = ResolvedStudy.of(study).yaml();

    assertThat(PlainStudy.LOADER.parse(study.name(), "resolved.yaml", text, List.of()))
        .as(text)
        .isEqualTo(study);
  }

  @Provide
  Arbitrary<List<String>> cells() {
    return Arbitraries.of(CELLS).list().ofMinSize(1).ofMaxSize(6);
  }

  @Provide
  Arbitrary<String> lines() {
    String parts =
        "a|5|1.5|true|null|~|: | #|- |\"|'|*|&|!|{|[|>|%|@|`|\\|"
            + " |\u00b7|\u00fc|\u65e5|\uD83D\uDE00|yes|0x1|=|<<|---|?";
    return Stream.concat(Stream.of("|"), Stream.of(parts.split("\\|")))
        .collect(Collectors.collectingAndThen(Collectors.toList(), Arbitraries::of))
        .list()
        .ofMinSize(1)
        .ofMaxSize(8)
        .map(list -> String.join("", list));
  }
}
