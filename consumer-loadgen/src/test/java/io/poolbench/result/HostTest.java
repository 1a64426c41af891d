package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostTest {
  private static final Host HOST =
      new Host("Debian 12", "Linux 6.1", "CPU A", "0-3", 1, "JVM 17", "");

  @Test
  void aDifferentCpuKernelOrJvmIsNamed() {
    assertThat(
            new Host("Debian 12", "Linux 6.1", "CPU B", "0-3", 1, "JVM 17", "")
                .differenceFrom(HOST))
        .contains("CPU model differs (was CPU A, is CPU B)");
    assertThat(
            new Host("Debian 12", "Linux 6.1", "CPU A", "0-1", 1, "JVM 17", "")
                .differenceFrom(HOST))
        .contains("CPU list differs (was 0-3, is 0-1)");
    assertThat(
            new Host("Debian 12", "Linux 6.2", "CPU A", "0-3", 1, "JVM 17", "")
                .differenceFrom(HOST))
        .contains("kernel differs (was Linux 6.1, is Linux 6.2)");
    assertThat(
            new Host("Debian 12", "Linux 6.1", "CPU A", "0-3", 1, "JVM 25", "")
                .differenceFrom(HOST))
        .contains("driver JVM differs (was JVM 17, is JVM 25)");
  }

  @Test
  void memoryAndOsNameAreNotCompared() {
    assertThat(
            new Host("Debian 13", "Linux 6.1", "CPU A", "0-3", 2, "JVM 17", "")
                .differenceFrom(HOST))
        .isEmpty();
  }
}
