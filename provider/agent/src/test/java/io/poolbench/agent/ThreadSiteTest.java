package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.List;
import org.apache.dubbo.rpc.service.GenericService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadSiteTest {
  private static final String OWN = "com.example.";

  /** Frames as {@code class.method}, the innermost first, by spaces. */
  private static JsonObject site(Thread.State state, String frames, boolean inNative, String own) {
    String[] each = frames.split(" ", -1);
    StackTraceElement[] stack = new StackTraceElement[each.length];
    for (int i = 0; i < each.length; i++) {
      int dot = each[i].lastIndexOf('.');
      int line = i == 0 && inNative ? -2 : 1;
      stack[i] =
          new StackTraceElement(
              each[i].substring(0, dot), each[i].substring(dot + 1), "A.java", line);
    }
    return ThreadSite.of(state, "", stack, List.of(own)).map(ThreadSite::toJson).orElse(null);
  }

  @ParameterizedTest
  @CsvSource({
    "BLOCKED, com.example.A.b, false, lock",
    "TIMED_WAITING, java.lang.Thread.sleep com.example.A.b, true, sleep",
    "TIMED_WAITING, java.lang.Thread.sleep0 java.lang.Thread.sleep com.example.A.b, true, sleep",
    "WAITING, jdk.internal.misc.Unsafe.park com.example.A.b, true, wait",
    "RUNNABLE, sun.nio.ch.SocketDispatcher.read0 com.example.A.b, true, socket",
    "RUNNABLE, java.net.SocketInputStream.socketRead0 com.example.A.b, true, socket",
    "RUNNABLE, sun.nio.ch.FileDispatcherImpl.read0 sun.nio.ch.SocketDispatcher.read"
        + " sun.nio.ch.SocketChannelImpl.read com.example.A.b, true, socket",
    "RUNNABLE, sun.nio.ch.FileDispatcherImpl.force0 sun.nio.ch.FileDispatcherImpl.force"
        + " sun.nio.ch.FileChannelImpl.force com.example.A.b, true, run",
    "RUNNABLE, java.util.HashMap.get com.example.A.b, false, run",
    "RUNNABLE, java.lang.System.arraycopy com.example.A.b, true, run"
  })
  void theStateIsThatOfTheInnermostFrame(
      Thread.State state, String frames, boolean inNative, String expected) {
    assertThat(site(state, frames, inNative, OWN).get("state").getAsString()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a generated subclass is what it extends; of a pool the method that waits, com.example.,"
        + " jdk.internal.misc.Unsafe.park com.zaxxer.hikari.util.ConcurrentBag.borrow"
        + " com.zaxxer.hikari.pool.HikariPool.getConnection"
        + " org.springframework.tx.Interceptor.invoke com.example.Store$$SpringCGLIB$$0.byId"
        + " com.example.OrderProvider.find org.apache.dubbo.rpc.Filter.invoke,"
        + " com.example.Store.byId, com.zaxxer.hikari.pool.HikariPool.getConnection",
    "a proxy may wait before it calls the application, com.example.,"
        + " jdk.internal.misc.Unsafe.park com.zaxxer.hikari.util.ConcurrentBag.borrow"
        + " com.zaxxer.hikari.pool.HikariPool.getConnection"
        + " org.springframework.tx.Interceptor.invoke jdk.proxy2.$Proxy7.find"
        + " com.example.OrderServiceDubboWrap0.invokeMethod org.apache.dubbo.rpc.A.b,"
        + " com.zaxxer.hikari.util.ConcurrentBag.borrow,"
        + " com.zaxxer.hikari.pool.HikariPool.getConnection",
    "a proxy that Dubbo generates is none of the application, com.example.,"
        + " org.apache.dubbo.rpc.B.c com.example.PricesDubboProxy1.get com.example.A.b,"
        + " com.example.A.b, org.apache.dubbo.rpc.B.c",
    "nor is a wrapper, com.example.,"
        + " java.util.HashMap.get com.example.OrderServiceDubboWrap0.invokeMethod, Dubbo, ''",
    "nor is what another agent generates, com.example.,"
        + " java.util.HashMap.get com.example.Orders$sw12.invokeMethod, Dubbo, ''",
    "a thread in Dubbo has no frame, com.example.,"
        + " java.util.HashMap.get org.apache.dubbo.rpc.A.b, Dubbo, ''",
    "an application without a package has the classes without one, '',"
        + " jdk.internal.misc.Unsafe.park OrderService.find org.apache.dubbo.rpc.A.b,"
        + " OrderService.find, ''"
  })
  void theSiteIsTheApplicationsInnermostFrameAndWhatItCalled(
      String rule, String own, String frames, String at, String via) {
    JsonObject site = site(Thread.State.RUNNABLE, frames, false, own);

    assertThat(site.get("at").getAsString()).as(rule).isEqualTo(at);
    assertThat(site.get("via").getAsString()).as(rule).isEqualTo(via);
  }

  /** It is Dubbo's: with its package, frames of Dubbo would be the application's. */
  @Test
  void ofAGenericServiceOnlyWhatImplementsItIsTheApplications() {
    ServiceExports exports = new ServiceExports();
    exports.add(new ExportedService(new TestInvoker("no URL", GenericService.class)));
    exports.implemented(GenericService.class, "an implementation");

    assertThat(exports.classes()).containsExactly("java.lang.String");
  }

  @Test
  void aThreadThatLeftTheMethodIsNotCounted() {
    assertThat(
            site(
                Thread.State.WAITING,
                "jdk.internal.misc.Unsafe.park java.util.concurrent.ThreadPoolExecutor.getTask"
                    + " org.apache.dubbo.common.threadlocal.InternalRunnable.run",
                true,
                OWN))
        .isNull();
  }

  /** An interface may be of another owner than what implements it. */
  @Test
  void theClassesOfAnApplicationAreItsServicesAndWhatImplementsThem() {
    ServiceExports exports = new ServiceExports();
    exports.add(new ExportedService(new TestInvoker("no URL", CharSequence.class)));
    exports.implemented(CharSequence.class, "an implementation");
    exports.implemented(Comparable.class, 1);

    assertThat(exports.classes())
        .containsExactlyInAnyOrder("java.lang.CharSequence", "java.lang.String");
  }
}
