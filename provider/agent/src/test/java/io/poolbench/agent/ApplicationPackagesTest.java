package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApplicationPackagesTest {
  private final ApplicationPackages packages = new ApplicationPackages(Set.of());

  /** A stack of these classes, the innermost first. */
  private static StackTraceElement[] stack(String... classes) {
    return Stream.of(classes)
        .map(name -> new StackTraceElement(name, "call", null, 1))
        .toArray(StackTraceElement[]::new);
  }

  @Test
  void theOutermostClassOfNoKnownLibraryIsTheApplications() {
    assertThat(
            packages.of(
                stack(
                    "java.lang.Thread",
                    "com.zaxxer.hikari.pool.HikariPool",
                    "org.other.Driver",
                    "com.shop.order.OrderDao",
                    "com.shop.api.OrderServiceDubboWrap3",
                    "org.apache.dubbo.rpc.Filter",
                    "java.lang.Thread")))
        .containsExactly("com.shop.");
  }

  @Test
  void packagesThatWereLearnedStay() {
    assertThat(packages.of(stack("com.shop.order.OrderDao"))).containsExactly("com.shop.");
    assertThat(packages.of(stack("java.lang.Thread", "org.apache.tomcat.Worker")))
        .containsExactly("com.shop.");
  }

  @Test
  void generatedClassesAreNotTheApplications() {
    assertThat(packages.of(stack("com.shop.Orders$$SpringCGLIB$$0", "jdk.proxy2.$Proxy61")))
        .isEmpty();
  }

  /** Packages that look like a library's. */
  @Test
  void whatDubboCallsAsAServiceIsTheApplicationsWhateverItsPackage() {
    StackTraceElement[] stack =
        stack(
            "java.lang.Object",
            "org.apache.rocketmq.store.CommitLog",
            "org.apache.rocketmq.api.StoreServiceDubboWrap1",
            "org.apache.dubbo.rpc.Filter",
            "java.lang.Thread");

    assertThat(packages.of(stack)).containsExactly("org.apache.rocketmq.store.");
    JsonObject site =
        ThreadSite.of(Thread.State.WAITING, "", stack, packages.of(stack)).orElseThrow().toJson();
    assertThat(site.get("at").getAsString()).isEqualTo("org.apache.rocketmq.store.CommitLog.call");
  }

  @Test
  void aServiceOfDubboIsNotTheApplications() {
    assertThat(
            packages.of(
                stack(
                    "org.apache.dubbo.registry.client.metadata.MetadataServiceDelegation",
                    "org.apache.dubbo.common.bytecode.Wrapper7",
                    "java.lang.Thread")))
        .isEmpty();
  }

  /** The outermost first: a filter of a library that is not listed, or a proxy, is none of it. */
  @ParameterizedTest
  @CsvSource({
    "com.other.Filter org.apache.dubbo.common.bytecode.Wrapper7 com.shop.Orders, com.shop.",
    "com.other.Filter com.shop.Api$sw3 com.shop.Orders$$SpringCGLIB$$0 org.other.Tx, com.shop.",
    "com.other.Filter org.apache.dubbo.rpc.proxy.jdk.JdkProxyFactory$1 java.lang.reflect.Method"
        + " jdk.internal.reflect.Accessor com.shop.Orders, com.shop.",
    "com.other.Filter com.shop.ApiDubboWrap3 jdk.proxy2.$Proxy61 org.springframework.aop.Aop"
        + " com.shop.Orders, com.shop."
  })
  void theClassBehindADispatcherIsTheApplications(String outermostFirst, String learned) {
    List<String> classes = new ArrayList<>(List.of(outermostFirst.split(" ")));
    Collections.reverse(classes);

    assertThat(packages.of(stack(classes.toArray(new String[0])))).containsExactly(learned);
  }

  @Test
  void whatIsGuessedFromAPoolIsItsOwnAndWhatDubboCallsIsKnownToAll() {
    ApplicationPackages ofLibrary = packages.forAnotherPool();

    assertThat(ofLibrary.of(stack("com.ctrip.framework.apollo.Remote", "java.lang.Thread")))
        .containsExactly("com.ctrip.");
    assertThat(packages.of(stack("com.shop.Orders", "com.shop.ApiDubboWrap3")))
        .containsExactly("com.shop.");
    assertThat(ofLibrary.of(stack("java.lang.Thread"))).containsExactly("com.shop.", "com.ctrip.");
  }

  /** A library may call the application: a wrapper of tasks, or a filter that is not listed. */
  @Test
  void nothingIsGuessedWhereAClassOfTheApplicationIsKnown() {
    assertThat(packages.of(stack("com.shop.Orders"))).containsExactly("com.shop.");
    assertThat(packages.of(stack("com.shop.Orders", "datadog.trace.Wrapper")))
        .containsExactly("com.shop.");
  }

  @ParameterizedTest
  @CsvSource({
    "com.example.shop.api.OrderService, com.example.",
    "org.apache.shop.api.OrderService, org.apache.shop.",
    "org.apache.dubbo.samples.api.Greeter, org.apache.dubbo.samples.",
    "org.springframework.samples.shop.Orders, org.springframework.samples.",
    "acme.OrderService, acme.",
    "OrderService, ''"
  })
  void theApplicationsPackagesFollowFromItsClasses(String name, String prefix) {
    assertThat(
            ApplicationPackages.prefixes(
                Set.of(name, "com.sun.proxy.$Proxy7", "jdk.proxy2.$Proxy7")))
        .containsExactly(prefix);
  }

  @Test
  void nothingIsLearnedWhereClassesAreKnown() {
    ApplicationPackages known = new ApplicationPackages(Set.of("org.apache.dubbo.samples.Greeter"));

    assertThat(known.of(stack("com.other.Filter"))).containsExactly("org.apache.dubbo.samples.");
  }
}
