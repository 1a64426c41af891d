package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.GroupResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of users with methods of their own at one provider. */
@Tag("nightly")
class GroupsIT {
  private static final String STUDY =
      """
      provider: {threads: 20, queues: 100, jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
      redis: {kind: embedded, records: 10, latency: 5ms}
      validity: {lag: 1h}
      sla: {mean: 1h, availability: 50%}
      load:
        groups:
          - {name: slow, users: "2, 4", sla: {mean: 1us}}
          - {name: fast, users: 3, method: empty}
          - {name: mixed, rate: 100, method: findUserInfoFuture}
        thinkTime: 5ms
        warmup: 3s
        settle: 100ms
        measure: 600ms
        measureUpTo: 600ms
      assertions: ["mean('fixed 20 queue 100/slow', 4) > mean('fixed 20 queue 100/fast', 7)"]
      """;

  @TempDir private Path folder;

  @Test
  void eachGroupHasItsOwnFiguresVerdictAndRows() throws Exception {
    Executed run = Executed.run(folder, "groups", STUDY);

    CellResult cell = run.cells(folder, "groups").get(0);
    assertThat(cell.failedCalls()).isEmpty();
    assertThat(cell.steps())
        .extracting(StepResult::level)
        .as("slow and fast")
        .containsExactly(5, 7);
    for (StepResult step : cell.steps()) {
      assertThat(step.groups())
          .extracting(GroupResult::name)
          .containsExactly("slow", "fast", "mixed");
      StepResult slow = step.groups().get(0).figures();
      StepResult fast = step.groups().get(1).figures();
      StepResult mixed = step.groups().get(2).figures();
      assertThat(step.calls().ok())
          .isEqualTo(step.groups().stream().mapToLong(group -> group.figures().calls().ok()).sum());
      assertThat(slow.latency().meanMillis()).as("a Redis read takes 5 ms").isGreaterThan(5);
      assertThat(fast.latency().meanMillis()).isLessThan(slow.latency().meanMillis());
      assertThat(mixed.calls().ok()).isPositive();
      assertThat(List.of(slow, fast, mixed))
          .extracting(group -> group.verdict().kind())
          .as("%s", step.verdict())
          .containsExactly(Verdict.Kind.FAIL, Verdict.Kind.PASS, Verdict.Kind.PASS);
      assertThat(step.verdict()).isEqualTo(slow.verdict());
    }
    assertThat(run.out()).contains("  slow 4", "  fast 3", "SHOWN");
    Path files = Executed.results(folder, "groups").path();
    assertThat(Files.readAllLines(files.resolve("steps.csv")))
        .hasSize(1 + 2 * 4)
        .filteredOn(line -> line.endsWith(",fast,"))
        .hasSize(2);
    assertThat(Files.readString(files.resolve("report.html"))).contains("fixed 20 queue 100/mixed");
  }
}
