package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.poolbench.api.RpcProtocol;
import io.poolbench.journal.ViolationCode;
import io.poolbench.lab.LabException;
import io.poolbench.lab.TargetService;
import io.poolbench.study.CallSettings;
import io.poolbench.study.CallSettings.Serialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExportedServicesTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "none, 'fastjson2,hessian2', FASTJSON2",
        "none, 'protobuf, hessian2', HESSIAN2",
        "none, '', none",
        "HESSIAN2, fastjson2, HESSIAN2"
      })
  void aCallTakesWhatItsServicePrefersUnlessTheStudyNamesOne(
      Serialization named, String preferred, Serialization taken) {
    CallSettings call = call(named);

    CallSettings exported =
        ExportedServices.asExported(
            call, List.of(service("2.0", "hessian2"), service("1.0", preferred)));

    assertThat(exported.serialization()).isEqualTo(taken);
  }

  /** Dubbo does not encode the values in its URLs. */
  @ParameterizedTest
  @ValueSource(strings = {"sesame", "c2VzYW1l+w==", "100%"})
  void aCallHasTheTokenOfItsServiceUnlessTheStudyNamesOne(String token) {
    TargetService guarded = service("1.0", "", "dubbo://h:1/a.B?side=provider&token=" + token);

    CallSettings exported = ExportedServices.asExported(call(null), List.of(guarded));

    assertThat(exported.attachments()).containsOnly(entry("token", token));
    assertThat(exported.exportedWith(null, "other", null)).isEqualTo(exported);
  }

  @ParameterizedTest
  @CsvSource({
    "dubbo://h:1/a.B?ssl-enabled=true&side=provider, 1.0, DUBBO, ssl-enabled=false",
    "dubbo://h:1/shop/a.B?side=provider, 1.0, DUBBO, the path",
    "dubbo://h:1/a.B, 1.0, TRI, 'exported by dubbo, not by tri'",
    "dubbo://h:1/a.B, 2.0, DUBBO, a.B:2.0",
    "dubbo://h:2/a.B, 1.0, DUBBO, target.port"
  })
  void aServiceWithTlsAPathOrAnotherProtocolVersionOrPortIsRefusedWithWhatIsExported(
      String url, String version, RpcProtocol protocol, String named) {
    List<TargetService> exported = List.of(service(version, "", url));

    assertThatThrownBy(() -> ExportedServices.requireExported(call(null), protocol, 1, exported))
        .isInstanceOfSatisfying(
            LabException.class,
            e -> assertThat(e.code()).isEqualTo(ViolationCode.PROVIDER_UNREACHABLE))
        .hasMessageContaining(named);
  }

  /** A service may require TLS on a protocol or a port that the study does not call. */
  @ParameterizedTest
  @CsvSource({
    "DUBBO, 1, dubbo://h:1/a.B, tri://h:2/a.B?ssl-enabled=true",
    "TRI, 2, dubbo://h:1/a.B?ssl-enabled=true, tri://h:2/a.B",
    "DUBBO, 1, dubbo://h:1/a.B, dubbo://h:2/a.B?ssl-enabled=true"
  })
  void aServiceIsAcceptedAsItIsExportedByTheProtocolAndPortThatAreCalled(
      RpcProtocol protocol, int port, String one, String other) {
    List<TargetService> exported = List.of(service("1.0", "", one), service("1.0", "", other));

    assertThatCode(() -> ExportedServices.requireExported(call(null), protocol, port, exported))
        .doesNotThrowAnyException();
  }

  private static TargetService service(String version, String serialization) {
    return service(version, serialization, "dubbo://h:1/a.B");
  }

  private static TargetService service(String version, String serialization, String url) {
    return new TargetService(
        url,
        "a.B",
        version,
        "",
        url.replaceFirst(":.*", ""),
        Integer.parseInt(url.replaceFirst("^\\w+://h:(\\d+)/.*", "$1")),
        serialization,
        false,
        List.of());
  }

  private static CallSettings call(Serialization serialization) {
    return new CallSettings(
        "", "a.B", "1.0", "", "m", "[]", "", Map.of(), null, serialization, false, null, 1);
  }
}
