package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.LabException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** What a provider is started with and reached by. */
class BackendTest {
  /** Such as the name of a container, which only its own network knows. */
  @Test
  void aHostThatIsUnknownHereIsAFailureOfTheLab() {
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> Backend.resolved("provider.invalid", 20880))
        .withMessageContaining("provider.invalid")
        .satisfies(e -> assertThat(e.code()).isEqualTo(ViolationCode.PROVIDER_UNREACHABLE));
  }

  @Test
  void aProviderBoundToAllAddressesIsCalledOnLoopback() throws LabException {
    assertThat(Backend.resolved("0.0.0.0", 20880).getAddress())
        .isEqualTo(InetAddress.getLoopbackAddress());
  }

  /** Of a machine whose name is 127.0.1.1 in its /etc/hosts, or of a provider bound to all. */
  @Test
  void aLoopbackAddressThatAnotherMachineCannotReachIsReportedWithItsSetting() throws Exception {
    InetSocketAddress loopback = Backend.resolved("127.0.1.1", 20880);
    IOException refused = new IOException("refused");

    assertThat(Backend.unreachable(loopback, true, refused)).contains("refused", "provider.bind");
    assertThat(Backend.unreachable(loopback, false, refused)).doesNotContain("provider.bind");
    assertThat(Backend.unreachable(Backend.resolved("192.0.2.1", 20880), true, refused))
        .doesNotContain("provider.bind");
  }
}
