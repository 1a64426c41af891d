package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorIT {
  @Test
  void everyFactHasAValue() {
    Executed doctor = Executed.of("doctor");

    System.out.println(doctor.out());
    assertThat(doctor.exit()).isEqualTo(ExitCode.DONE.code());
    assertThat(doctor.err()).isEmpty();
    for (String fact :
        List.of("system", "CPU", "provider on CPU", "load average", "JDKs", "Redis")) {
      assertThat(doctor.out()).containsPattern("(?m)^" + fact + "  +\\S");
    }
  }
}
