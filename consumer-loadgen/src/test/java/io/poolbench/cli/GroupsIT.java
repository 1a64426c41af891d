package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.Verdict;
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
      sla: {mean: 5s, availability: 50%}
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

    MeasuredCell cell = run.cells(folder, "groups").get(0);
    assertThat(cell.failedCalls()).isEmpty();
    assertThat(cell.steps()).extracting(Level::level).as("slow and fast").containsExactly(5, 7);
    for (int i = 0; i < 2; i++) {
      JudgedLevel whole = cell.judged().levels().get(i);
      JudgedLevel slow = cell.part("slow").get(i);
      JudgedLevel fast = cell.part("fast").get(i);
      JudgedLevel mixed = cell.part("mixed").get(i);
      assertThat(ok(whole)).isEqualTo(ok(slow) + ok(fast) + ok(mixed));
      assertThat(mean(slow)).as("a Redis read takes 5 ms").isGreaterThan(5);
      assertThat(mean(fast)).isLessThan(mean(slow));
      assertThat(ok(mixed)).isPositive();
      assertThat(List.of(slow, fast, mixed))
          .extracting(group -> group.verdict().kind())
          .as("%s", whole.verdict())
          .containsExactly(Verdict.Kind.FAIL, Verdict.Kind.PASS, Verdict.Kind.PASS);
      assertThat(whole.verdict().kind()).isEqualTo(Verdict.Kind.FAIL);
    }
    assertThat(run.out()).contains("fixed 20 queue 100/slow");
    Path files = Executed.results(folder, "groups").path();
    assertThat(Files.readAllLines(files.resolve("steps.csv")))
        .hasSize(1 + 2 * 4)
        .filteredOn(line -> line.endsWith(",fast,"))
        .hasSize(2);
    assertThat(Files.readString(files.resolve("report.html"))).contains("fixed 20 queue 100/mixed");
  }

  private static long ok(JudgedLevel level) {
    return level.together().calls().ok();
  }

  private static double mean(JudgedLevel level) {
    return Metric.MEAN.of(level.together());
  }
}
