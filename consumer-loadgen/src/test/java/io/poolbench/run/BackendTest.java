package io.poolbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.lab.LabException;
import io.poolbench.result.ViolationCode;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

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
}
