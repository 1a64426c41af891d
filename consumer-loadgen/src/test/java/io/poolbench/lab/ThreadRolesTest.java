package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.ThreadRole;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadRolesTest {
  /** As kernels name the threads of running providers, on JDK 17 and 25. */
  @ParameterizedTest
  @CsvSource({
    "DubboServerHand, BUSINESS",
    "NettyServerWork, IO",
    "NettyServerBoss, IO",
    "lettuce-epollEv, REDIS",
    "lettuce-eventEx, REDIS",
    "lettuce-timer-3, REDIS",
    "C1 CompilerThre, JIT",
    "C2 CompilerThre, JIT",
    "VM Thread, GC",
    "GC Thread#0, GC",
    "G1 Main Marker, GC",
    "G1 Conc#0, GC",
    "G1 Refine#1, GC",
    "G1 Service, GC",
    "ZDirector, GC",
    "ZDriver, GC",
    "ZDriverMinor, GC",
    "ZWorker#0, GC",
    "ZWorkerYoung#0, GC",
    "ZWorkerOld#0, GC",
    "ZUncommitter, GC",
    "ZUnmapper, GC",
    "ZStat, GC",
    "RuntimeWorker#0, GC",
    "Shenandoah Cont, GC",
    "Shenandoah GC T, GC",
    "VM Periodic Tas, OTHER",
    "java, OTHER",
    "driver-watch, OTHER",
    "pool-sampler, OTHER",
    "HTTP-Dispatcher, OTHER",
    "Dubbo-framework, OTHER",
    "Dubbo-global-sh, OTHER",
    "Monitor Deflati, OTHER"
  })
  void rolesAreDeterminedByThreadNames(String name, ThreadRole role) {
    assertThat(ThreadRoles.of(name)).isEqualTo(role);
  }

  @Test
  void rolesAddUpToTheProcessWithEndedThreadsAsOther() {
    var threads =
        new ProcessThreads(
            List.of(
                used("DubboServerHand", 300),
                used("DubboServerHand", 400),
                used("NettyServerWork", 50),
                used("java", 8)));

    var nanos = ThreadRoles.cpuNanos(threads, 1000);

    assertThat(nanos)
        .containsOnlyKeys(ThreadRole.values())
        .containsEntry(ThreadRole.BUSINESS, 700L)
        .containsEntry(ThreadRole.IO, 50L)
        .containsEntry(ThreadRole.GC, 0L)
        .containsEntry(ThreadRole.OTHER, 8L + (1000 - 758));
    assertThat(nanos.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(1000);
  }

  @Test
  void aProcessReadBeforeItsThreadsReducesNoRole() {
    var threads = new ProcessThreads(List.of(used("DubboServerHand", 300), used("java", 8)));

    assertThat(ThreadRoles.cpuNanos(threads, 290))
        .containsEntry(ThreadRole.BUSINESS, 300L)
        .containsEntry(ThreadRole.OTHER, 8L);
  }

  private static ThreadUse used(String name, long cpuNanos) {
    return new ThreadUse(name.hashCode(), name, cpuNanos, 0, 1, 0, 0);
  }
}
