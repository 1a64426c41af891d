package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.poolbench.core.AgentLaunch;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.dubbo.common.utils.PojoUtils;
import org.apache.dubbo.metadata.MetadataService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded answers, read back as the stubs that they become. */
@SuppressWarnings("JavaUtilDate") // Services of teams have it.
class RecordedReferencesTest {
  private static final ClassLoader DUBBO = PojoUtils.class.getClassLoader();

  interface Remote {
    int number();

    String text();

    BigDecimal sum();

    List<Item> items();

    Map<String, Object> any();

    Kind[] kinds();

    byte[] bytes();

    Date day();

    void notified();

    CompletableFuture<List<Item>> later();
  }

  enum Kind {
    ONE,
    TWO
  }

  public static class Item {
    private String name;
    private Item part;
    private Date made;

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    public Item getPart() {
      return part;
    }

    public void setPart(Item part) {
      this.part = part;
    }

    public Date getMade() {
      return made;
    }

    public void setMade(Date made) {
      this.made = made;
    }
  }

  private final RecordedReferences references = new RecordedReferences(Set.of());

  private static Item item(String name, Item part) {
    Item item = new Item();
    item.setName(name);
    item.setPart(part);
    item.setMade(new Date(1_700_000_000_123L));
    return item;
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        Arguments.of("number", 7),
        Arguments.of("text", "\"a\\n"),
        Arguments.of("text", null),
        Arguments.of("sum", new BigDecimal("19.9")),
        Arguments.of("items", new ArrayList<>(Arrays.asList(item("a", item("b", null)), null))),
        Arguments.of("any", new HashMap<>(Map.of("n", 1, "list", Arrays.asList("x", true, null)))),
        Arguments.of("kinds", new Kind[] {Kind.TWO, Kind.ONE}),
        Arguments.of("bytes", new byte[] {1, -1}),
        Arguments.of("day", new Date(1_700_000_000_123L)),
        Arguments.of("notified", null));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void aStubAnswersWhatWasRecorded(String method, Object answer) throws Exception {
    called(method, answer, null);

    assertThat(stubbed(method)).usingRecursiveComparison().isEqualTo(answer);
  }

  @Test
  void aDecimalMayLoseZerosAtItsEnd() throws Exception {
    called("sum", new BigDecimal("19.90"), null);

    assertThat((BigDecimal) stubbed("sum")).isEqualByComparingTo("19.9");
  }

  @Test
  void aFutureIsRecordedWhenItIsCompleted() throws Exception {
    CompletableFuture<Object> future = new CompletableFuture<>();
    called("later", future, null);
    assertThat(references.toJson()).isEmpty();

    List<Item> answer = new ArrayList<>(List.of(item("a", null)));
    future.complete(answer);

    assertThat(((CompletableFuture<?>) stubbed("later")).get())
        .usingRecursiveComparison()
        .isEqualTo(answer);
  }

  static Stream<Arguments> others() {
    Item cycle = item("a", null);
    cycle.setPart(cycle);
    return Stream.of(
        Arguments.of("any", Map.of("long", 1L)),
        Arguments.of("any", Map.of("date", new Date())),
        Arguments.of("items", new ArrayList<>(List.of(cycle))),
        Arguments.of("text", "x".repeat(30_000)));
  }

  /** A long in a map of anything would come back as an int. */
  @ParameterizedTest
  @MethodSource("others")
  void anAnswerThatNoStubCanGiveIsNotRecorded(String method, Object answer) throws Exception {
    called(method, answer, null);

    assertThat(only().get("json").isJsonNull()).isTrue();
    assertThat(only().get("problem").getAsString()).isNotEmpty();
  }

  @Test
  void theFirstAnswerAndTheShortestTimeCountAndAFailureIsNamed() throws Exception {
    long now = System.nanoTime();
    references.called(DUBBO, Remote.class, method("number"), 7, null, now - 5_000_000_000L);
    references.called(DUBBO, Remote.class, method("number"), 7, null, now);
    assertThat(only().get("nanos").getAsLong()).isLessThan(4_000_000_000L);
    assertThat(only().get("varies").getAsBoolean()).isFalse();

    references.called(DUBBO, Remote.class, method("number"), 8, null, now);
    assertThat(only().get("json").getAsString()).isEqualTo("7");
    assertThat(only().get("varies").getAsBoolean()).isTrue();

    called("text", null, new IllegalStateException("no provider"));
    assertThat(references.toJson().get(1).getAsJsonObject().get("problem").getAsString())
        .contains("IllegalStateException");
  }

  @Test
  void anAnswerIsRecordedAfterAFailure() throws Exception {
    called("number", null, new IllegalStateException("no provider"));
    called("number", 7, null);
    called("number", null, new IllegalStateException("no provider"));
    assertThat(only().get("varies").getAsBoolean()).as("a failure is no answer").isFalse();
    called("number", 8, null);

    assertThat(stubbed("number")).isEqualTo(7);
    assertThat(only().get("varies").getAsBoolean()).isTrue();
  }

  @Test
  void methodsWithAStubAndThoseOfNoServiceOrOfDubbosOwnAreNotRecorded() throws Exception {
    RecordedReferences others =
        new RecordedReferences(Collections.singleton(Remote.class.getName() + ".number"));
    others.called(DUBBO, Remote.class, method("number"), 7, null, 0);
    others.called(DUBBO, Remote.class, Object.class.getMethod("toString"), "x", null, 0);
    others.called(DUBBO, Remote.class, AutoCloseable.class.getMethod("close"), null, null, 0);
    others.called(DUBBO, MetadataService.class, MetadataService.class.getMethods()[0], 7, null, 0);

    assertThat(others.toJson()).isEmpty();
  }

  private void called(String method, Object returned, Throwable thrown) throws Exception {
    references.called(DUBBO, Remote.class, method(method), returned, thrown, System.nanoTime());
  }

  private static Method method(String name) throws NoSuchMethodException {
    return Remote.class.getDeclaredMethod(name);
  }

  private JsonObject only() {
    assertThat(references.toJson()).hasSize(1);
    return references.toJson().get(0).getAsJsonObject();
  }

  private Object stubbed(String method) throws Exception {
    JsonObject recorded = only();
    assertThat(recorded.get("problem").getAsString()).isEmpty();
    String name = recorded.get("method").getAsString();
    return new StubbedReferences(
            Map.of(name, new AgentLaunch.Stub(recorded.get("json").getAsString(), 0)),
            new AgentOutput(new ByteArrayOutputStream()))
        .answer(DUBBO, Remote.class, method(method))[0];
  }
}
