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

/** Measures what can be measured well on this host. */
@Command(
    name = "doctor",
    description = {
      "Measure this host for some ten seconds and report what can be measured well on it.",
      "Exit code 4: the host is too disturbed now."
    })
final class DoctorCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    out.println("Measuring this host for some ten seconds (keep it idle).");
    out.println();
    out.flush();
    DoctorReport report = new HostExaminer(defaultLimits()).report();
    report.lines().forEach(out::println);
    out.flush();
    return (report.fit() ? ExitCode.DONE : ExitCode.INVALID).code();
  }

  /** The limits of a study that sets none. */
  private static Validity defaultLimits() {
    return new StudyLoader(CellCheck.NONE)
        .parse("doctor", "doctor", "{}", List.of())
        .cells()
        .get(0)
        .validity();
  }
}
