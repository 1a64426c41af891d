package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.ProviderUse.ThreadRole;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadRolesTest {
  /** As kernels name the threads of running providers, on JDK 17 and 25. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BUSINESS | DubboServerHand, qtp1330449044-4, http-nio-127.0.",
        "WORKERS | worker-1, task-12",
        "IO    | NettyServerWork, NettyServerBoss",
        "REDIS | lettuce-epollEv, lettuce-eventEx, lettuce-timer-3",
        "JIT   | C1 CompilerThre, C2 CompilerThre",
        "GC    | VM Thread, GC Thread#0, Shenandoah Cont, Shenandoah GC T, RuntimeWorker#0",
        "GC    | G1 Main Marker, G1 Conc#0, G1 Refine#1, G1 Service",
        "GC    | ZDirector, ZDriver, ZDriverMinor, ZWorker#0, ZWorkerYoung#0, ZWorkerOld#0",
        "GC    | ZUncommitter, ZUnmapper, ZStat",
        "OTHER | VM Periodic Tas, java, driver-watch, pool-sampler, HTTP-Dispatcher",
        "OTHER | Dubbo-framework, Dubbo-global-sh, Monitor Deflati"
      })
  void rolesAreDeterminedByThreadNames(ThreadRole role, String names) {
    assertThat(names.split(", ", -1)).extracting(ThreadRoles::of).containsOnly(role);
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
