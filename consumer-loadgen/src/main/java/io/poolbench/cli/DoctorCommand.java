package io.poolbench.cli;

import io.poolbench.config.StudyLoader;
import io.poolbench.config.StudyLoader.CellCheck;
import io.poolbench.lab.HostExaminer;
import io.poolbench.report.DoctorReport;
import io.poolbench.spec.Validity;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "doctor",
    description =
        "Measure this host for some ten seconds and report what can be measured well on it.")
final class DoctorCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    out.println("Measuring this host for some ten seconds (keep it idle).");
    out.println();
    out.flush();
    DoctorReport.of(new HostExaminer().measurements(), defaultLimits())
        .lines()
        .forEach(out::println);
    out.flush();
    return ExitCode.DONE.code();
  }

  private static Validity defaultLimits() {
    return new StudyLoader(CellCheck.NONE)
        .parse("doctor", "doctor", "{}", List.of())
        .cells()
        .get(0)
        .validity();
  }
}
