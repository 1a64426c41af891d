package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorIT {
  @Test
  void everySubjectHasAGrade() {
    Executed doctor = Executed.of("doctor");

    System.out.println(doctor.out());
    assertThat(doctor.err()).isEmpty();
    List<String> graded =
        doctor.out().lines().filter(line -> line.matches("(ok|limits|UNFIT) +\\S.*")).toList();
    assertThat(graded)
        .extracting(line -> line.substring(8, 23).trim())
        .hasSize(13)
        .doesNotHaveDuplicates()
        .doesNotContain("");
    assertThat(graded).allSatisfy(line -> assertThat(line.substring(23)).isNotBlank());
    assertThat(Thread.getAllStackTraces().keySet())
        .as("nothing is left running")
        .noneMatch(thread -> thread.getName().startsWith("cpus-") && thread.isAlive());
  }
}
