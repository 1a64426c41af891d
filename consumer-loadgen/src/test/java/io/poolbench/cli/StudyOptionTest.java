package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.load.RecordedArrivals;
import io.poolbench.report.ExitCode;
import io.poolbench.report.format.Markdown;
import io.poolbench.study.Cell;
import io.poolbench.study.ResolvedStudy;
import io.poolbench.study.Sla;
import io.poolbench.study.Study;
import io.poolbench.study.StudyLoader;
import io.poolbench.study.StudyLoader.CellCheck;
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
import picocli.CommandLine;

/** Studies that a command line gives without a file. */
class StudyOptionTest {
  private static final StudyLoader LOADER = Poolbench.loader(CellCheck.NONE);

  @Test
  void poolsUsersAndAnSlaAreThePairedStudyOfTheSameYaml() {
    Study typed =
        load(
            "--pool fixed:16:1000 --pool cached:0:200,limited:1:9 --users 8,16..32"
                + " --sla tp95=5ms,availability=99% --repetitions 2");

    Study written =
        LOADER.parse(
            typed.name(),
            "study.yaml",
            """
            title: %s
            repetitions: 2
            paired: {rounds: 9}
            provider: {jvm: {options: [-Xms512m, -Xmx512m]}, work: {cpuIterations: 80000, garbage: 16KiB}}
            redis: {latency: 2ms}
            load: {users: "8, 16..32", warmup: 12s, settle: 70ms, measure: 200ms}
            sla: {tp95: 5ms, availability: 99%%}
            cells:
              - provider: {threadpool: fixed, threads: 16, queues: 1000}
              - provider: {threadpool: cached, corethreads: 0, threads: 200, queues: 0, alive: 60s}
              - provider: {threadpool: limited, corethreads: 1, threads: 9, queues: 0}
            """
                .formatted(typed.title()),
            List.of());
    assertThat(typed).isEqualTo(written);
    assertThat(LOADER.parse(typed.name(), "", ResolvedStudy.of(typed).yaml(), List.of()))
        .isEqualTo(typed);
  }

  @Test
  void boundsOnCountsAndRatesAreNumbers() {
    Sla sla = load("--pool cached:4/8 --sla tps=1000.5,pool_rejected=10").cells().get(0).sla();

    assertThat(sla.bounds())
        .contains(new Sla.Bound("tps", 1000.5), new Sla.Bound("pool_rejected", 10));
  }

  /** In a slice that is shorter than a bound no call can be late. */
  @Test
  void slicesAreAsLongAsABound() {
    assertThat(load("--pool cached:4/8 --sla tp50=1s,tp99=2s").cells().get(0).load().measure())
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(load("--pool cached:4/8 --sla tp99=20ms").cells().get(0).load().measure())
        .isEqualTo(Duration.ofMillis(200));
    String longer = "--pool cached:4/8 --sla tp99=500ms --set load.measure=1s";
    assertThat(load(longer).cells().get(0).load().measure()).isEqualTo(Duration.ofSeconds(1));
  }

  /** Each is a line of the study that {@code size} writes, in which one more blank is an error. */
  @Test
  void boundsAreWrittenWithoutTheBlanksBetweenThem() {
    assertThat(StudyOption.bounds("--sla", List.of("tp99=20ms", " tps=80")))
        .containsExactly("tp99: 20ms", "tps: 80");
  }

  @Test
  void theTypedSlaReplacesThatOfACellToo(@TempDir Path folder) throws Exception {
    Path study =
        Files.writeString(
            folder.resolve("own.yaml"),
            "cells: [{provider: {threads: 4}}, {sla: {tp99: 7ms, tp50: 1ms}}]\n");

    assertThat(load(study + " --sla tp99=5ms").cells())
        .hasSize(2)
        .allSatisfy(
            cell ->
                assertThat(cell.sla().bounds())
                    .containsExactly(
                        new Sla.Bound("tp99", 5), new Sla.Bound("availability_pct", 99.9)));
  }

  @Test
  void theTypedSlaIsAssertedUpToTheLoadOfTheStudyAndOfACell(@TempDir Path folder) throws Exception {
    Path study =
        Files.writeString(
            folder.resolve("own.yaml"),
            """
            load: {users: "2, 4, 8"}
            sla: {tp99: 7ms, upTo: 8}
            cells: [{provider: {threads: 4}}, {sla: {tp99: 9ms, upTo: 2}}]
            """);

    assertThat(load(study + " --sla tp99=5ms").cells())
        .extracting(cell -> cell.sla().upTo())
        .containsExactly(8, 2);
  }

  @Test
  void aRateReplacesUsersAndPoolsReplaceTheCellsOfANamedStudy() {
    Study study = load("open-loop --pool fixed:4 --rate 100 --duration 7s");

    assertThat(study.name()).isEqualTo("open-loop");
    assertThat(study.cells()).extracting(Cell::name).containsExactly("fixed 4");
    assertThat(study.cells().get(0).load().levels()).containsExactly(100);
    assertThat(study.cells().get(0).load().measure()).hasSeconds(7);
  }

  @ParameterizedTest
  @CsvSource({"quick, 5m, 300", "known-latency, 4m, 240", "jetty, 20m, 1200"})
  void aTimeInAllIsFilled(String name, String time, int seconds) {
    Study study = load(name + " --within " + time);

    assertThat(DryRun.time(study).toSeconds()).isBetween(seconds * 9L / 10, (long) seconds);
    if (study.paired() == null) {
      assertThat(study.cells())
          .as("no step is measured for longer")
          .allSatisfy(
              cell -> assertThat(cell.load().measureUpTo()).isEqualTo(cell.load().measure()));
    }
  }

  /** What differs between providers is not seen in one. */
  @Test
  void muchTimeIsSpentOnSeveralProvidersUnlessTheirNumberIsGiven() {
    Study several = load("quick --within 20m");

    assertThat(several.repetitions().count()).isGreaterThan(3);
    assertThat(several.paired().rounds()).isBetween(10, 20);
    assertThat(load("quick --within 20m --repetitions 2").repetitions().count()).isEqualTo(2);
    assertThat(load("quick --within 20m --set repetitions=1").repetitions().count()).isEqualTo(1);
    assertThat(load("quick --within 2m").repetitions().count()).isEqualTo(1);
  }

  @Test
  void aStepIsMeasuredForAsLongAsIsAskedThoughItsStudyHasAMaximum() {
    assertThat(load("jsf-cached --duration 30s").cells())
        .allSatisfy(cell -> assertThat(cell.load().measureUpTo()).hasSeconds(30));
  }

  @Test
  void tagsAreKeptInTheStudy() {
    Study study = load("quick --tag build=1.2 --tag host=a,b");

    assertThat(study.about().tags()).isEqualTo(Map.of("build", "1.2", "host", "a,b"));
    assertThat(LOADER.parse("quick", "", ResolvedStudy.of(study).yaml(), List.of()).about().tags())
        .isEqualTo(study.about().tags());
  }

  @Test
  void theDurationOfAPairedStudyIsThatOfALoadInAPool() {
    // 0.4 s a round: 25 rounds over all levels, or more, of which most have four of six.
    assertThat(load("--pool fixed:4 --users 1..4 --duration 10s").paired().rounds()).isEqualTo(25);
    assertThat(load("--pool fixed:4 --users 1..8 --duration 10s").paired().rounds())
        .isEqualTo(2 + 23 * 2);
    assertThat(load("--pool fixed:4 --users 1 --duration 500ms").paired().rounds()).isEqualTo(2);
  }

  @Test
  void aDryRunPrintsCellsAndTimeAndLeavesNoFolder(@TempDir Path folder) {
    Executed run =
        Executed.of(
            ("run --pool fixed:16:1000 --users 8,16 --dry-run --out " + folder).split(" ", -1));

    assertThat(run.exit()).isEqualTo(ExitCode.DONE.code());
    assertThat(run.out()).contains("fixed 16 queue 1000", "8, 16 users", "2 levels in 9 rounds");
    assertThat(folder).isEmptyDirectory();
  }

  /** The load of a step is the sum of users only. */
  @Test
  void aDryRunHasTheLoadOfEachGroup() {
    String groups = "load: {groups: [{name: a, users: [1, 2]}, {name: b, rate: 9}]}";
    Study study = LOADER.parse("groups", "groups", groups, List.of());

    assertThat(Markdown.text(DryRun.report(study, DryRun.time(study))))
        .contains("a 1, 2 users; b 9 requests/s");
  }

  @Test
  void aDryRunLooksOnThisHostForNothingThatTheProvidersMachineHas() {
    Executed run =
        Executed.of(
            "run quick --dry-run --provider-on sut --set cpus.provider=4000".split(" ", -1));

    assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE.code());
  }

  /** YAML reads a comment, and a section, in its name. */
  @Test
  void aRecordingMayHaveAnyName(@TempDir Path folder) throws IOException {
    Path recorded = folder.resolve("a #1: x.rec");
    RecordedArrivals.write(recorded, List.of(10, 30));

    Executed run =
        Executed.of("run", "--pool", "fixed:4:100", "--arrivals", "" + recorded, "--dry-run");

    assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE.code());
  }

  /** A file without a name would be hidden, or an option of the run; others are not run at all. */
  @ParameterizedTest
  @CsvSource({
    "lib/order.jar, order",
    "--classpath a.jar --main com.example.OrderMain, OrderMain",
    "--classpath lib/stock.jar --main org.springframework.boot.loader.PropertiesLauncher, stock",
    "--classpath a.jar --attach /tmp/poolbench/order, order",
    "order.jar --attach /tmp/poolbench/x, order",
    "--classpath a.jar --main com.example.Outer$Main, Outer-Main",
    "our@shop.jar, our-shop",
    "_order.jar, program_order",
    "shop-0123456789-0123456789-0123456789.jar, shop-0123456789-0123456789-0",
  })
  void theStudyOfAProgramIsNamedByIt(String options, String name) {
    ProgramOption program = new ProgramOption();
    new CommandLine(new Starting(program)).parseArgs(options.split(" ", -1));

    assertThat(program.baseName()).isEqualTo(name);
  }

  private Study load(String options) {
    StudyOption typed = new StudyOption();
    new CommandLine(new Holder(typed))
        .registerConverter(Duration.class, Poolbench::duration)
        .parseArgs(options.split(" ", -1));
    return typed.load(LOADER).get(0);
  }

  @CommandLine.Command
  private record Holder(@CommandLine.Mixin StudyOption studies) {}

  @CommandLine.Command
  private record Starting(@CommandLine.Mixin ProgramOption program) {}
}
