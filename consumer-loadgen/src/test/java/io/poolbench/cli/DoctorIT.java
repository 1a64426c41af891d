package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorIT {
  @Test
  void everyFactHasAValueAndNothingIsLeftRunning() {
    Executed doctor = Executed.of("doctor");

    System.out.println(doctor.out());
    assertThat(doctor.exit()).isEqualTo(ExitCode.DONE.code());
    assertThat(doctor.err()).isEmpty();
    for (String fact :
        List.of("system", "CPU", "provider on CPU", "CPU time of others", "JDKs", "Redis")) {
      assertThat(doctor.out()).containsPattern("(?m)^" + fact + "  +\\S");
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("cpus-") && thread.isAlive());
  }
}
