package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run beside a process that takes a whole CPU, as another guest of the host may. */
@Tag("timed")
class RetryBudgetIT {
  private static final String STUDY =
      """
      provider: {threads: 4, jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}}
      redis: {kind: embedded, records: 10}
      load: {users: "1, 2", warmup: 0s, settle: 100ms, measure: 300ms}
      sla: {tp99: 1m}
      """;

  @TempDir private Path folder;

  @Test
  void disturbedStepsAreMeasuredAgainUntilTheRetryBudgetIsUsed() throws Exception {
    ProcessHandle busy = busyProcess();
    try {
      Executed run = Executed.run(folder, "disturbed", STUDY, "--retry-budget", "1500ms");

      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(ExitCode.INVALID.code());
      List<StepResult> steps = Executed.result(folder, "disturbed").cells().get(0).allSteps();
      // Four times 100 + 300 ms, all at the first level; then a step a level, as without a budget.
      assertThat(steps).extracting(StepResult::level).containsExactly(1, 1, 1, 1, 1, 2);
      assertThat(steps).extracting(StepResult::step).containsExactly(1, 2, 3, 4, 5, 6);
      assertThat(steps)
          .extracting(StepResult::superseded)
          .containsExactly(true, true, true, true, false, false);
      assertThat(steps)
          .extracting(step -> step.verdict().kind())
          .containsOnly(Verdict.Kind.INVALID);
      assertThat(run.out())
          .contains("step  1/2  1 users", "measured again", "step  2/2  2 users")
          .doesNotContain("step  3");
    } finally {
      busy.destroyForcibly();
    }
  }

  /** Started by a shell that exits at once: children of the driver would count as its own. */
  private static ProcessHandle busyProcess() throws IOException {
    Process shell =
        new ProcessBuilder("sh", "-c", "(while :; do :; done) >/dev/null 2>&1 & echo $!").start();
    try (BufferedReader out = shell.inputReader()) {
      return ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
    }
  }
}
