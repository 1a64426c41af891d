package io.poolbench.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

class GarbageCollectionsTest {

  @Test
  void aConcurrentCycleIsNoPause() {
    GarbageCollections collections =
        new GarbageCollections(
            List.of(
                collector("ZGC Minor Cycles", 3, 900),
                collector("ZGC Minor Pauses", 9, 2),
                collector("Shenandoah Cycles", 5, 700)));

    assertThat(collections.count()).isEqualTo(9);
    assertThat(collections.pauseSeconds()).isEqualTo(0.002);
  }

  @Test
  void allPausesAdd() {
    GarbageCollections collections =
        new GarbageCollections(
            List.of(
                collector("G1 Young Generation", 10, 100),
                collector("G1 Concurrent GC", 2, 7),
                collector("G1 Old Generation", 1, 400)));

    assertThat(collections.count()).isEqualTo(13);
    assertThat(collections.pauseSeconds()).isEqualTo(0.507);
  }

  @Test
  void aCollectorThatCannotTellCountsAsNone() {
    GarbageCollections collections =
        new GarbageCollections(List.of(collector("Epsilon Heap", -1, -1)));

    assertThat(collections.count()).isZero();
    assertThat(collections.pauseSeconds()).isZero();
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
