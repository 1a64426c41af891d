package io.poolbench.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GarbageCollectionsTest {

  @ParameterizedTest
  @CsvSource({
    "Copy, young", // Serial
    "MarkSweepCompact, full",
    "PS Scavenge, young", // Parallel
    "PS MarkSweep, full",
    "G1 Young Generation, young",
    "G1 Old Generation, full",
    "G1 Concurrent GC, young",
    "ZGC Pauses, young", // JDK 17
    "ZGC Cycles, none",
    "ZGC Minor Pauses, young", // generational
    "ZGC Minor Cycles, none",
    "ZGC Major Pauses, young",
    "ZGC Major Cycles, none",
    "Shenandoah Pauses, young",
    "Shenandoah Cycles, none"
  })
  void aCollectorHasPausesOfOneKindAndConcurrentCyclesAreNoPauses(String name, String kind) {
    List<GarbageCollectorMXBean> one = List.of(collector(name, 3, 900));

    assertThat(GarbageCollections.young(one).count()).isEqualTo(kind.equals("young") ? 3 : 0);
    assertThat(GarbageCollections.young(one).pauseSeconds())
        .isEqualTo(kind.equals("young") ? 0.9 : 0);
    assertThat(GarbageCollections.full(one).count()).isEqualTo(kind.equals("full") ? 3 : 0);
    assertThat(GarbageCollections.full(one).pauseSeconds())
        .isEqualTo(kind.equals("full") ? 0.9 : 0);
    assertThat(GarbageCollections.all(one).pauseSeconds()).isEqualTo(kind.equals("none") ? 0 : 0.9);
  }

  @Test
  void pausesOfOneKindAddAndACollectorThatDoesNotCountHasNone() {
    List<GarbageCollectorMXBean> collectors =
        List.of(
            collector("G1 Young Generation", 10, 100),
            collector("G1 Concurrent GC", 2, 7),
            collector("Epsilon Heap", -1, -1));

    assertThat(GarbageCollections.young(collectors).count()).isEqualTo(12);
    assertThat(GarbageCollections.young(collectors).pauseSeconds()).isEqualTo(0.107);
  }

  private static GarbageCollectorMXBean collector(String name, long count, long millis) {
    return (GarbageCollectorMXBean)
        Proxy.newProxyInstance(
            GarbageCollectionsTest.class.getClassLoader(),
            new Class<?>[] {GarbageCollectorMXBean.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getName" -> name;
                  case "getCollectionCount" -> count;
                  case "getCollectionTime" -> millis;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
