package io.poolbench.server.metrics;

import com.sun.management.GcInfo;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

final class ProcessMemory {
  private static final Path STATUS = Paths.get("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";
  private static final long BYTES_PER_KIB = 1024;

  private ProcessMemory() {}

  /**
   * Resident memory in bytes; NaN if the kernel does not report it.
   *
   * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_status.5.html">proc_pid_status</a>
   */
  static double residentBytes() {
    try {
      return residentBytes(Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  /** The value of {@code VmRSS: 12345 kB}. */
  static double residentBytes(List<String> status) {
    return status.stream()
        .filter(line -> line.startsWith(RESIDENT))
        .map(line -> line.substring(RESIDENT.length()).trim().split(" ", 2)[0])
        .mapToDouble(kib -> (double) Long.parseLong(kib) * BYTES_PER_KIB)
        .findFirst()
        .orElse(Double.NaN);
  }

  /**
   * Used bytes of the heap at the end of the latest collection of any kind; NaN before the first
   * one. After a young collection they include garbage that only a full collection frees.
   */
  static double heapAfterGcBytes(List<GarbageCollectorMXBean> collectors) {
    Set<String> heap = new HashSet<>();
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        heap.add(pool.getName());
      }
    }
    return collectors.stream()
        .filter(com.sun.management.GarbageCollectorMXBean.class::isInstance)
        .map(c -> ((com.sun.management.GarbageCollectorMXBean) c).getLastGcInfo())
        .filter(Objects::nonNull)
        .max(Comparator.comparingLong(GcInfo::getEndTime))
        .map(latest -> used(latest.getMemoryUsageAfterGc(), heap))
        .orElse(Double.NaN);
  }

  private static double used(Map<String, MemoryUsage> pools, Set<String> heap) {
    return pools.entrySet().stream()
        .filter(pool -> heap.contains(pool.getKey()))
        .mapToDouble(pool -> pool.getValue().getUsed())
        .sum();
  }
}
