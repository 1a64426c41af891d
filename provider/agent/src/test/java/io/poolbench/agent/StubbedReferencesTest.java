package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.poolbench.agent.RecordedReferencesTest.Remote;
import io.poolbench.core.AgentLaunch;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.utils.PojoUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of {@link Remote}. */
class StubbedReferencesTest {
  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  private Object answer(String method, String json) throws Exception {
    return answer(method, json, NANOS);
  }

  private Object answer(String method, String json, long nanos) throws Exception {
    Method called = Remote.class.getDeclaredMethod(method);
    return new StubbedReferences(
            Map.of(Remote.class.getName() + "." + method, new AgentLaunch.Stub(json, nanos)),
            new AgentOutput(output))
        .answer(PojoUtils.class.getClassLoader(), Remote.class, called)[0];
  }

  /** Values of other types are those that {@link RecordedReferencesTest} records. */
  @Test
  void aValueIsReturned() throws Exception {
    assertThat(answer("number", "7")).isEqualTo(7);
    assertThat(answer("any", "{\"a\":[9000000000]}"))
        .isEqualTo(Map.of("a", List.of(9_000_000_000L)));
    assertThat(output.size()).isZero();
  }

  /** The shortest of many, as a busy host makes some longer. */
  @Test
  void aValueIsReturnedAfterItsTimeWhichIsNotRoundedToMilliseconds() throws Exception {
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i < 50; i++) {
      long begun = System.nanoTime();
      assertThat(answer("number", "7", 100_000)).isEqualTo(7);
      shortest = Math.min(shortest, System.nanoTime() - begun);
    }
    assertThat(shortest).isBetween(100_000L, 900_000L);
  }

  @Test
  void aFutureIsReturnedAtOnceAndCompletedLater() throws Exception {
    long begun = System.nanoTime();
    CompletableFuture<?> future = (CompletableFuture<?>) answer("later", "[{\"name\":\"a\"}]");

    assertThat(future.get())
        .asInstanceOf(LIST)
        .singleElement()
        .hasFieldOrPropertyWithValue("name", "a");
    assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(NANOS);
  }

  @Test
  void otherMethodsAreNotAnswered() throws Exception {
    assertThat(
            new StubbedReferences(
                    Map.of("a.B.number", new AgentLaunch.Stub("7", 0)), new AgentOutput(output))
                .answer(null, Remote.class, Remote.class.getDeclaredMethod("number")))
        .isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "number, '\"x\"', int",
    "number, null, int",
    "number, [], int",
    "items, 7, java.util.List<io.poolbench.agent.RecordedReferencesTest$Item>",
    "kinds, '[\"THREE\"]', io.poolbench.agent.RecordedReferencesTest$Kind[]",
    "later, 7, java.util.List<io.poolbench.agent.RecordedReferencesTest$Item>"
  })
  void aValueOfAnotherTypeFailsTheCallAndIsReportedInOneLine(
      String method, String json, String type) {
    String start = "stub " + Remote.class.getName() + "." + method + ": value is no " + type + ": ";
    assertThatIllegalStateException()
        .isThrownBy(() -> answer(method, json))
        .withMessageStartingWith(start);
    assertThat(output.toString(UTF_8).lines().filter(line -> !line.isEmpty()))
        .singleElement()
        .asString()
        .startsWith("poolbench-provider-agent: " + start);
  }
}
