package io.poolbench.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.poolbench.report.InspectionText;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegisteredProviderTest {
  private static final RegisteredProvider SHOP =
      new RegisteredProvider(
          "dubbo://192.0.2.7:20880/com.example.Orders?application=shop&group=a%2Fb"
              + "&interface=com.example.Orders&methods=find,cancel,find&release=3.3.6"
              + "&threads=600&version=1.0");

  @Test
  void itsUrlSaysWhoOffersWhat() {
    assertThat(SHOP.service()).isEqualTo("a/b/com.example.Orders:1.0");
    assertThat(SHOP.address()).isEqualTo("dubbo://192.0.2.7:20880");
    assertThat(SHOP.application()).isEqualTo("shop");
    assertThat(SHOP.dubbo()).isEqualTo("3.3.6");
    assertThat(SHOP.methods()).containsExactly("cancel", "find");
    assertThat(SHOP.pool()).containsExactly(entry("threads", "600"));
  }

  @Test
  void oneWhoseParametersAreNoValidUriIsListedAsItIs() {
    RegisteredProvider odd =
        new RegisteredProvider(
            "dubbo://[fe80::1%eth0]:1/a.B?owner=A B {c}&threads=5&application=9%");

    assertThat(odd.address()).isEqualTo("dubbo://[fe80::1%eth0]:1");
    assertThat(odd.service()).isEqualTo("a.B");
    assertThat(odd.application()).isEqualTo("9%");
    assertThat(odd.pool()).containsExactly(entry("threads", "5"));
  }

  @Test
  void oneThatSaysLittleIsListedToo() {
    RegisteredProvider bare = new RegisteredProvider("tri://h:1/com.example.Bare");

    assertThat(bare.service()).isEqualTo("com.example.Bare");
    assertThat(bare.methods()).isEmpty();
    assertThat(bare.pool()).isEmpty();
    assertThat(
            InspectionText.lines(
                new RegistryInspection("zookeeper://h:2181", List.of(bare, SHOP, SHOP))))
        .contains(
            "zookeeper://h:2181: 2 services, 3 providers of them",
            "com.example.Bare",
            "  tri://h:1: no pool registered",
            "a/b/com.example.Orders:1.0",
            "  cancel, find");
  }
}
