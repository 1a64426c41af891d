package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run beside a process that takes a whole CPU, as another guest of the host may. */
class HostPatienceIT {
  private static final String STUDY =
      """
      provider: {threadpool: fixed, threads: 4}
      redis: {kind: embedded, records: 10}
      load: {users: "1, 2", warmup: 0s, settle: 100ms, measure: 300ms}
      sla: {tp99: 1m}
      """;

  @TempDir private Path folder;

  @Test
  void whatTheHostDisturbsIsMeasuredAgainAsLongAsPatienceLasts() throws Exception {
    ProcessHandle busy = somebodyBusy();
    try {
      InProcessRun run = InProcessRun.of("disturbed", STUDY, folder, "--patience", "1500ms");

      assertThat(run.exit()).as("%s", run.said()).isEqualTo(ExitCode.INVALID.code());
      List<StepResult> steps = run.results().result().read().cells().get(0).steps();
      // Four times 100 + 300 ms, all on the first level; then a step a level, as without patience.
      assertThat(steps).extracting(StepResult::level).containsExactly(1, 1, 1, 1, 1, 2);
      assertThat(steps).extracting(StepResult::step).containsExactly(1, 2, 3, 4, 5, 6);
      assertThat(steps)
          .allSatisfy(
              step -> {
                assertThat(step.verdict().kind()).isEqualTo(Verdict.Kind.INVALID);
                assertThat(step.verdict().reason()).contains("other processes used ");
              });
      assertThat(run.said())
          .contains("step  1/2  1 users", "measured again; patience with this host: 0:01")
          .contains("step  2/2  2 users")
          .doesNotContain("step  3");
    } finally {
      busy.destroyForcibly();
    }
  }

  /** A shell that starts it ends at once: children of the driver would count as its own. */
  private static ProcessHandle somebodyBusy() throws IOException {
    Process shell =
        new ProcessBuilder("sh", "-c", "(while :; do :; done) >/dev/null 2>&1 & echo $!").start();
    try (BufferedReader out = shell.inputReader()) {
      return ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
    }
  }
}
