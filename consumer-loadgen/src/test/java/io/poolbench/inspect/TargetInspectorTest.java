package io.poolbench.inspect;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.inspect.TargetInspector.WantedCall;
import io.poolbench.study.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetInspectorTest {
  /** A program that waits for its registry has exported the first of its services only. */
  @ParameterizedTest
  @CsvSource({
    "zookeeper not connected, true",
    "Client not connected; current status:STARTING, false",
    "all is well, false"
  })
  void aServiceMayBeMissingForLackOfARegistry(String line, boolean isNamed, @TempDir Path folder)
      throws Exception {
    Path log = Files.writeString(folder.resolve("output.log"), line + "\n");
    TargetInspector inspector = new TargetInspector(null, log);
    WantedCall wanted = WantedCall.of("com.example.Orders.find(1)", null, false);

    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> inspector.resolved(wanted, List.of()))
        .withMessageContaining("no service 'com.example.Orders'")
        .matches(e -> isNamed == e.getMessage().contains("its registry cannot be reached"));
  }
}
