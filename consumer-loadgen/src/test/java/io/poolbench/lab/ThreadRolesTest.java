package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.CounterNames.Role;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
        "IO    | NettyServerWork, NettyServerBoss",
        "JIT   | C1 CompilerThre, C2 CompilerThre",
        "GC    | VM Thread, GC Thread#0, Shenandoah Cont, Shenandoah GC T, RuntimeWorker#0",
        "GC    | G1 Main Marker, G1 Conc#0, G1 Refine#1, G1 Service",
        "GC    | ZDirector, ZDriver, ZDriverMinor, ZWorker#0, ZWorkerYoung#0, ZWorkerOld#0",
        "GC    | ZUncommitter, ZUnmapper, ZStat",
        "      | VM Periodic Tas, java, driver-watch, pool-sampler, HTTP-Dispatcher",
        "      | Dubbo-framework, lettuce-epollEv, worker-1, Monitor Deflati"
      })
  void rolesAreDeterminedByThreadNames(Role role, String names) {
    assertThat(names.split(", ", -1))
        .extracting(ThreadRoles::of)
        .containsOnly(Optional.ofNullable(role));
  }

  @Test
  void theThreadsOfARoleAreAddedUp() {
    var threads =
        new ProcessThreads(
            List.of(used("DubboServerHand", 100), used("DubboServerHand", 200), used("java", 8)));

    assertThat(ThreadRoles.cpu(threads).gained())
        .containsEntry(Role.BUSINESS.cpu(), 300e-9)
        .containsOnlyKeys(Arrays.stream(Role.values()).map(Role::cpu).toArray(String[]::new));
  }

  private static ThreadUse used(String name, long cpuNanos) {
    return new ThreadUse(name.hashCode(), name, cpuNanos, 0, 1, 0, 0);
  }
}
