package io.poolbench.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.poolbench.core.AgentLaunch;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.utils.PojoUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StubbedReferencesTest {
  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();

  /** A service of others. */
  interface Remote {
    int number();

    BigDecimal sum();

    List<Item> items();

    Map<String, Object> any();

    Kind[] kinds();

    void notified();

    CompletableFuture<List<Item>> later();
  }

  enum Kind {
    ONE,
    TWO
  }

  /** An item with a component that has a setter, and one without. */
  static final class Item {
    private String name;
    private Long count;

    public void setName(String name) {
      this.name = name;
    }

    @Override
    public String toString() {
      return name + count;
    }
  }

  private Object answer(String method, String json) throws Exception {
    Method called = Remote.class.getDeclaredMethod(method);
    return new StubbedReferences(
            Map.of(Remote.class.getName() + "." + method, new AgentLaunch.Stub(json, NANOS)),
            new AgentOutput(output))
        .answer(PojoUtils.class.getClassLoader(), Remote.class, called)[0];
  }

  @Test
  void aValueHasTheReturnTypeOfTheMethod() throws Exception {
    long begun = System.nanoTime();
    assertThat(answer("number", "7")).isEqualTo(7);
    assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(NANOS);
    assertThat(answer("sum", "1.50")).isEqualTo(new BigDecimal("1.5"));
    assertThat(answer("sum", "null")).isNull();
    assertThat(answer("items", "[{\"name\":\"a\",\"count\":1},{}]")).hasToString("[a1, nullnull]");
    assertThat(answer("any", "{\"a\":[1,9000000000,\"x\",true,null]}"))
        .isEqualTo(Map.of("a", Arrays.asList(1, 9_000_000_000L, "x", true, null)));
    assertThat(answer("kinds", "[\"TWO\"]")).isEqualTo(new Kind[] {Kind.TWO});
    assertThat(answer("notified", "null")).isNull();
    assertThat(output.size()).isZero();
  }

  @Test
  void aFutureIsReturnedAtOnceAndCompletedLater() throws Exception {
    long begun = System.nanoTime();
    CompletableFuture<?> future = (CompletableFuture<?>) answer("later", "[{\"name\":\"a\"}]");

    assertThat(future.get()).hasToString("[anull]");
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
    "items, 7, java.util.List<io.poolbench.agent.StubbedReferencesTest$Item>",
    "kinds, '[\"THREE\"]', io.poolbench.agent.StubbedReferencesTest$Kind[]",
    "later, 7, java.util.List<io.poolbench.agent.StubbedReferencesTest$Item>"
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
