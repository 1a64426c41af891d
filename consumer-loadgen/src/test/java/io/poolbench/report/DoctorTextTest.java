package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.lab.DoctorReport;
import io.poolbench.lab.HostCheckResult;
import io.poolbench.lab.HostCheckResult.Grade;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorTextTest {
  @Test
  void theTextFitsATerminalAndKeepsValuesWithTheirUnits() {
    String values = "a value of a host that is measured: 0.10\u00a0ms; ".repeat(3).trim();
    DoctorReport report =
        new DoctorReport(
            List.of("Debian GNU/Linux 12"),
            List.of(
                new HostCheckResult("clock", Grade.GOOD, values, "Latencies are resolved to 1 us."),
                new HostCheckResult("Docker", Grade.LIMITS, "no engine\u001b answers", "None.")),
            List.of("Limits: Docker."));

    assertThat(DoctorText.lines(report))
        .containsExactly(
            "Debian GNU/Linux 12",
            "",
            "ok      clock          a value of a host that is measured: 0.10 ms; a value of a host"
                + " that is",
            "                       measured: 0.10 ms; a value of a host that is measured: 0.10"
                + " ms;",
            "                         Latencies are resolved to 1 us.",
            "limits  Docker         no engine\ufffd answers",
            "                         None.",
            "",
            "Limits: Docker.");
  }
}
