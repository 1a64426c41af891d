package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command as users run it, on whatever host this is. */
class DoctorIT {
  private static final List<String> SUBJECTS =
      List.of(
          "clock",
          "wake-ups",
          "empty call",
          "CPU pinning",
          "hyper-threads",
          "CPU speed",
          "steal",
          "other load",
          "Redis",
          "Docker",
          "JDKs",
          "memory",
          "open files");

  @Test
  void everySubjectGetsAGradeAndTheExitCodeSaysWhatTheGradesSay() {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = Poolbench.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));

    int exit = command.execute("doctor");

    System.out.println(out);
    assertThat(err.toString()).isEmpty();
    List<String> graded =
        out.toString().lines().filter(line -> line.matches("(ok|limits|UNFIT) +\\S.*")).toList();
    assertThat(graded).extracting(line -> line.substring(8, 23).trim()).isEqualTo(SUBJECTS);
    assertThat(graded).allSatisfy(line -> assertThat(line.substring(23)).isNotBlank());
    boolean unfit = graded.stream().anyMatch(line -> line.startsWith("UNFIT"));
    assertThat(exit).isEqualTo(unfit ? ExitCode.INVALID.code() : ExitCode.DONE.code());
    assertThat(out.toString())
        .contains(
            unfit ? "This host is too disturbed to measure now: " : "This host can measure: ");
    assertThat(Thread.getAllStackTraces().keySet())
        .as("nothing is left running")
        .noneMatch(thread -> thread.getName().startsWith("cpus-") && thread.isAlive());
  }
}
