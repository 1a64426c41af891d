package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

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
