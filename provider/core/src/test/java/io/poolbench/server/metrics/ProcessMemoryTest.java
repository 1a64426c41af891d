package io.poolbench.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {
  @Test
  void theKernelsKibibytesAreBytes() {
    assertThat(
            ProcessMemory.residentBytes(
                List.of("Name:\tjava", "VmRSS:\t  123456 kB", "Threads: 9")))
        .isEqualTo(123_456 * 1024.0);
    assertThat(ProcessMemory.residentBytes(List.of("Name:\tjava"))).isNaN();
  }

  /** What survives is at least what is held, and at most what the heap has. */
  @Test
  void theHeapAfterACollectionHasWhatIsHeldAndNotTheGarbage() {
    byte[][] held = new byte[16][];
    for (int i = 0; i < held.length; i++) {
      held[i] = new byte[1 << 20];
    }
    System.gc();

    double left = ProcessMemory.heapAfterGcBytes(ManagementFactory.getGarbageCollectorMXBeans());

    assertThat(left)
        .isBetween(held.length * (double) (1 << 20), (double) Runtime.getRuntime().maxMemory());
  }
}
