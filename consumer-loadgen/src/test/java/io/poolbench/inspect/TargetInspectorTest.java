package io.poolbench.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.config.ConfigException;
import io.poolbench.inspect.Inspection.CallAnswer;
import io.poolbench.inspect.TargetInspector.WantedCall;
import io.poolbench.lab.LabException;
import io.poolbench.lab.TargetService;
import io.poolbench.lab.TargetService.Method;
import io.poolbench.result.ViolationCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetInspectorTest {
  /** Arguments are converted before anything is sent, so that no provider is needed. */
  @Test
  void ruleAnArgumentThatDoesNotFitIsAMistakeOfTheCommandLine() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> answer("java.util.List.get(\"x\")", 1))
        .withMessageContaining("--call java.util.List.get(\"x\"): argument 1: 'x' does not fit");
  }

  @Test
  void ruleACallWithoutAnAnswerIsAFailureOfTheLab() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> answer("java.util.List.get(1)", closed))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ViolationCode.CALL_FAILED))
        .withMessageContaining("call of java.util.List.get failed: ");
  }

  private static CallAnswer answer(String call, int port) throws LabException {
    TargetService lists =
        new TargetService(
            "dubbo://127.0.0.1/java.util.List",
            "java.util.List",
            "",
            "",
            "dubbo",
            port,
            "",
            List.of(new Method("get", List.of("int"), "java.lang.Object")));
    WantedCall wanted = new WantedCall(call, null, false);
    return TargetInspector.answer(wanted, wanted.resolve(List.of(lists)), List.of(), "127.0.0.1");
  }
}
