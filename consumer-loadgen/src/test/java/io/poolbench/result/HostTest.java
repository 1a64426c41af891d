package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostTest {
  private static final Host HOST = new Host("Debian 12", "Linux 6.1", "CPU A", "0-3", 1, "JVM 17");

  @Test
  void anotherCpuKernelOrJvmIsADifferenceThatIsNamed() {
    assertThat(new Host("Debian 12", "Linux 6.1", "CPU B", "0-3", 1, "JVM 17").differenceFrom(HOST))
        .contains("its CPU model was CPU A and is CPU B");
    assertThat(new Host("Debian 12", "Linux 6.1", "CPU A", "0-1", 1, "JVM 17").differenceFrom(HOST))
        .contains("the list of CPUs to be used was 0-3 and is 0-1");
    assertThat(new Host("Debian 12", "Linux 6.2", "CPU A", "0-3", 1, "JVM 17").differenceFrom(HOST))
        .contains("its kernel was Linux 6.1 and is Linux 6.2");
    assertThat(new Host("Debian 12", "Linux 6.1", "CPU A", "0-3", 1, "JVM 25").differenceFrom(HOST))
        .contains("the driver's JVM was JVM 17 and is JVM 25");
  }

  @Test
  void memoryAndTheNameAroundTheKernelAreNone() {
    assertThat(new Host("Debian 13", "Linux 6.1", "CPU A", "0-3", 2, "JVM 17").differenceFrom(HOST))
        .isEmpty();
  }
}
