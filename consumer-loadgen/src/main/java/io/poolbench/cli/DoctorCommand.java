package io.poolbench.cli;

import io.poolbench.config.CellCheck;
import io.poolbench.config.StudyLoader;
import io.poolbench.doctor.DoctorReport;
import io.poolbench.doctor.HostExaminer;
import io.poolbench.spec.Validity;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Says what this host can measure well and what not. */
@Command(
    name = "doctor",
    description = {
      "Measure this host for some ten seconds, and say what it can measure well",
      "and what not. Exit code 4: it is too disturbed to measure now."
    })
final class DoctorCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    out.println("Measuring this host, for some ten seconds. Do nothing else on it meanwhile.");
    out.println();
    out.flush();
    DoctorReport report = new HostExaminer(usualBounds()).report();
    report.lines().forEach(out::println);
    out.flush();
    return (report.fit() ? ExitCode.DONE : ExitCode.INVALID).code();
  }

  /** Those of a study that says nothing of them. */
  private static Validity usualBounds() {
    return new StudyLoader(CellCheck.NONE)
        .parse("doctor", "doctor", "{}", List.of())
        .cells()
        .get(0)
        .validity();
  }
}
