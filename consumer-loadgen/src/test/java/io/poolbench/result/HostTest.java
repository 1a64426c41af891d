package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostTest {
  private static final Host HOST =
      new Host("Debian 12", "Linux 6.1", "CPU A", "0-3", 1, "JVM 17", "");

  /** The memory that a kernel reports changes with each start of a host. */
  @Test
  void theMemoryDoesNotAffectSpeed() {
    assertThat(Changed.with(HOST, "memoryBytes", 2L).decisive()).isEqualTo(HOST.decisive());
  }

  @ParameterizedTest
  @CsvSource({
    "cpuModel, CPU B, 'CPU model differs (was CPU A, is CPU B)'",
    "cpus, 0-1, 'CPU list differs (was 0-3, is 0-1)'",
    "kernel, Linux 6.2, 'kernel differs (was Linux 6.1, is Linux 6.2)'",
    "driverJvm, JVM 25, 'driver JVM differs (was JVM 17, is JVM 25)'",
    "cpuQuota, 2 CPUs, 'CPU quota differs (was none, is 2 CPUs)'",
    "os, Debian 13,"
  })
  void whatAffectsSpeedIsNamedAndTheOsIsNotCompared(
      String component, String is, String difference) {
    assertThat(Changed.with(HOST, component, is).differenceFrom(HOST))
        .isEqualTo(Optional.ofNullable(difference));
  }
}
