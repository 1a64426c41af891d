package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.inspect.ApplicationSettings;
import io.poolbench.inspect.Inspection;
import io.poolbench.lab.TargetReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InspectionTextTest {
  private static final String ABORT = "AbortPolicyWithReport";

  /** What is told of a pool of 24 threads with a service. */
  private static List<String> lines(String queueCapacity, String rejectedBy, String parameters) {
    TargetReport report =
        TargetReport.parse(
            """
            {"dubbo": "3.3.6", "java": "17.0.15", "jvmOptions": [], "classPath": [],
             "references": [],
             "pools": [{"protocol": "dubbo", "port": 20880, "extension": "FixedThreadPool",
              "runs": {"executorClass": "ThreadPoolExecutor", "coreThreads": 24, "maxThreads": 24,
               "keepAliveMillis": 0, "queueClass": "LinkedBlockingQueue", "queueCapacity": %s,
               "rejectedBy": "%s"},
              "configured": {}, "replaceable": true, "exchangedBy": ""}],
             "services": [{"url": "dubbo://a:20880/com.example.Orders?side=provider%s",
              "interfaceName": "com.example.Orders", "version": "", "group": "",
              "protocol": "dubbo", "port": 20880, "serialization": "", "generic": false,
              "methods": [
               {"name": "find", "returnType": "a.Order", "parameterTypes": ["long"]},
               {"name": "later", "parameterTypes": [],
                "returnType": "java.util.concurrent.CompletableFuture<a.Order>"}]}]}
            """
                .formatted(queueCapacity, rejectedBy, parameters));
    ApplicationSettings none = new ApplicationSettings(List.of(), List.of());
    return new InspectionText(Inspection.of("order.jar", 1_500, report, none, List.of())).lines();
  }

  @ParameterizedTest
  @CsvSource({
    "500, " + ABORT + ", refuses a call beyond 524 at once (running and queued)",
    "2147483647, " + ABORT + ", refuses no call before memory or threads run out"
  })
  void aPoolTellsWhatBecomesOfACallThatItCannotTake(String capacity, String handler, String text) {
    assertThat(lines(capacity, handler, "")).contains("  " + text);
  }

  @Test
  void aPoolThatNoCallRunsInSaysSo() {
    assertThat(lines("0", ABORT, "&dispatcher=direct"))
        .contains("  runs no call: dispatcher=direct runs them in the I/O threads");
  }

  @Test
  void aMethodTellsWhetherItGivesItsThreadBackAndHowManyCallsItTakes() {
    assertThat(lines("0", ABORT, "&find.executes=4"))
        .containsSubsequence(
            "com.example.Orders (dubbo)",
            "  find(long): Order",
            "    Dubbo refuses a call beyond 4 at once: executes",
            "  later(): CompletableFuture<Order> (its calls give their thread back)");
  }
}
