package io.poolbench.inspect;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.config.ConfigException;
import io.poolbench.inspect.TargetInspector.WantedCall;
import io.poolbench.lab.TargetService;
import io.poolbench.lab.TargetService.Method;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetInspectorTest {
  /** It is found before anything is sent, so that no provider is needed. */
  @Test
  void ruleAnArgumentThatDoesNotFitIsAMistakeOfTheCommandLine() {
    TargetService lists =
        new TargetService(
            "dubbo://127.0.0.1:1/java.util.List",
            "java.util.List",
            "",
            "",
            "dubbo",
            1,
            "",
            List.of(new Method("get", List.of("int"), "java.lang.Object")));
    WantedCall wanted = new WantedCall("java.util.List.get(\"x\")", null, false);
    NamedCall call = wanted.resolve(List.of(lists));

    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> TargetInspector.answer(wanted, call, List.of(), "127.0.0.1"))
        .withMessageContaining("--call java.util.List.get(\"x\"): argument 1: 'x' does not fit");
  }
}
