package io.poolbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  /** As in containers whose host does not let them choose CPUs; Redis is started all the same. */
  @Test
  void aHostThatForbidsPinningIsNamed(@TempDir Path folder) throws Exception {
    RunProcess.assumeLinux();
    Path taskset = Files.writeString(folder.resolve("taskset"), "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(taskset, PosixFilePermissions.fromString("rwx------"));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dpoolbench.home=" + Poolbench.home(),
            "-cp",
            System.getProperty("java.class.path"),
            Poolbench.class.getName(),
            "doctor");
    builder.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);

    Process doctor = builder.redirectErrorStream(true).start();

    assertThat(new String(doctor.getInputStream().readAllBytes(), UTF_8))
        .contains("command taskset not found, or not allowed: provider and driver")
        .doesNotContain("no Redis: ")
        .containsPattern("(?m)^Redis  +\\S");
    assertThat(doctor.waitFor()).isZero();
  }
}
