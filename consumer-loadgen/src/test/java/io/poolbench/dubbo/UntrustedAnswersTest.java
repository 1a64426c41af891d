package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.RpcProtocol;
import io.poolbench.load.Destination;
import io.poolbench.load.Ends;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.Target;
import io.poolbench.study.CallSettings;
import io.poolbench.study.CallSettings.Serialization;
import io.poolbench.study.DriverSettings;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A provider's answers must not choose classes of the class path of which objects are made. */
class UntrustedAnswersTest {
  @TempDir static Path folder;
  @RegisterExtension static final TestApplication APPLICATION = new TestApplication(() -> folder);

  private final FailureReasons reasons = new FailureReasons();

  static Stream<Arguments> clientsAndSerializations() {
    return Stream.of(ClientKind.WIRE, ClientKind.TRI)
        .flatMap(
            client -> Stream.of(Serialization.values()).map(form -> Arguments.of(client, form)));
  }

  @ParameterizedTest
  @MethodSource("clientsAndSerializations")
  void noObjectIsMadeOfAClassThatTheServiceDoesNotName(ClientKind client, Serialization form)
      throws Exception {
    int before = made();
    call(client, Calls.of("tagged", "[]", "", null, form, false));

    assertThat(made()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("clientsAndSerializations")
  void anExceptionIsItsNameAndMessageAndIsNotMade(ClientKind client, Serialization form)
      throws Exception {
    int before = made();
    Outcome outcome = call(client, Calls.of("refuse", "[\"no such tag\"]", "", null, form, false));

    assertThat(outcome).isEqualTo(Outcome.ERROR);
    assertThat(reasons.counts())
        .containsOnlyKeys("service threw com.elsewhere.tags.Refused: no such tag");
    assertThat(made()).isEqualTo(before);
  }

  private Outcome call(ClientKind client, CallSettings call) throws Exception {
    RpcProtocol protocol = TestProvider.protocol(client);
    Ends ends = new Ends();
    try (TestProvider provider = APPLICATION.export(protocol, service -> {}).unchecked();
        Target target =
            ClientKind.targets(
                    new DriverSettings(client.id(), call, 1, 20_000, 1),
                    protocol,
                    Destination.direct(provider.address()),
                    TestService.USERS,
                    APPLICATION.classes(),
                    reasons)
                .open(1, ends)) {
      return ends.call(target, 0);
    }
  }

  /** The driver's objects; the provider has a class of its own. */
  private static int made() throws ReflectiveOperationException {
    return APPLICATION
        .classes()
        .loader()
        .loadClass(TestApplication.TAG)
        .getField("made")
        .getInt(null);
  }
}
