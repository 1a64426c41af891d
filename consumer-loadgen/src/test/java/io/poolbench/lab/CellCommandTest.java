package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.journal.ViolationCode;
import io.poolbench.study.CellCommands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellCommandTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private Path log;

  @BeforeEach
  void nameLog() {
    log = folder.resolve("log");
  }

  private static CellCommand line(String line, Duration limit) {
    return new CellCommand("before", List.of(), CellCommands.shell(line), limit);
  }

  @Test
  void whatItPrintsIsInTheLogAndNothingIsRunWithoutWords() throws Exception {
    new CellCommand("before", List.of("env"), List.of(), LIMIT).run(log);
    assertThat(log).doesNotExist();

    new CellCommand("before", List.of("env"), List.of("echo", "two words"), LIMIT).run(log);
    line("echo reset 1>&2", LIMIT).run(log);
    assertThat(Files.readAllLines(log)).containsExactly("two words", "reset");
  }

  @Test
  void aFailureNamesTheCommandWithoutItsLauncherAndItsOwnLastLines() throws Exception {
    Files.writeString(log, "ERROR of the provider\n");
    CellCommand placed =
        new CellCommand(
            "before", List.of("env", "CPUS=0-3"), CellCommands.shell("echo $CPUS; exit 3"), LIMIT);
    assertThatThrownBy(() -> placed.run(log))
        .isInstanceOfSatisfying(
            LabException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ViolationCode.COMMAND_FAILED);
              assertThat(e.report())
                  .isEqualTo("before: 'echo $CPUS; exit 3' ended with exit code 3\n    0-3");
            });
    assertThatThrownBy(
            () -> new CellCommand("after", List.of(), List.of("no-such-program"), LIMIT).run(log))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("after: 'no-such-program' cannot be started");
  }

  @Test
  void oneThatTakesTooLongIsEndedWithItsChildren() {
    CellCommand slow = line("(sleep 29) & wait", Duration.ofSeconds(1));
    assertThatThrownBy(() -> slow.run(log))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("took longer than 1 s");
    // A killed process is listed until it has ended.
    ProcessHandle.current()
        .descendants()
        .filter(of -> of.info().commandLine().orElse("").contains("sleep 29"))
        .forEach(of -> assertThat(of.onExit()).succeedsWithin(Duration.ofSeconds(20)));
  }

  @Test
  void anInterruptEndsTheCommandBeforeACellAndNotTheOneAfterIt() throws Exception {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> line("sleep 20", LIMIT).run(log))
        .isInstanceOf(InterruptedException.class);

    Thread.currentThread().interrupt();
    // A log of its own: the killed shell may have reported "Killed" of its child in the first.
    Path kept = log.resolveSibling("kept.log");
    line("sleep 0.2; echo restored", LIMIT).runToItsEnd(kept);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Files.readAllLines(kept)).containsExactly("restored");
  }
}
