package io.poolbench.dubbo;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Field;
import com.google.protobuf.Type;
import io.poolbench.Changed;
import io.poolbench.api.RpcProtocol;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.load.Destination;
import io.poolbench.load.Ends;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.Outcome;
import io.poolbench.load.SlotQueue.SlotShare;
import io.poolbench.load.Target;
import io.poolbench.study.CallSettings;
import io.poolbench.study.CallSettings.GoodAnswer;
import io.poolbench.study.CallSettings.Serialization;
import io.poolbench.study.DriverSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that a study describes, against a real provider whose classes the driver does not have. */
class TargetCallTest {
  private static final String ORDER =
      """
      [{"id": 7, "customer": "Zoë", "status": "PAID", "placed": "2026-11-22T00:00:00Z",
        "due": "2026-12-01", "total": "12.50",
        "lines": [{"item": "a", "quantity": 2}, {"item": "b", "quantity": 40}]}]
      """
          .strip();
  private static final String SAVED = "7 Zoë PAID 1795305600000 2026-12-01 12.50 42";

  @TempDir static Path folder;
  @RegisterExtension static final TestApplication APPLICATION = new TestApplication(() -> folder);
  private static TestProvider provider;
  private static TestProvider triple;

  private final FailureReasons reasons = new FailureReasons();
  private final Ends ends = new Ends();

  @BeforeAll
  static void start() throws Exception {
    provider = APPLICATION.export(RpcProtocol.DUBBO, service -> {});
    triple = APPLICATION.export(RpcProtocol.TRI, service -> {});
  }

  private static TestProvider of(ClientKind client) {
    return TestProvider.protocol(client) == RpcProtocol.TRI ? triple : provider;
  }

  @AfterAll
  static void stop() {
    provider.close();
    triple.close();
  }

  static Stream<Arguments> clientsAndSerializations() {
    return Stream.of(ClientKind.values())
        .flatMap(
            client -> Stream.of(Serialization.values()).map(form -> Arguments.of(client, form)));
  }

  @ParameterizedTest
  @MethodSource("clientsAndSerializations")
  void anArgumentOfTheApplicationsClassesArrivesWhole(ClientKind client, Serialization form)
      throws Exception {
    assertOk(client, call("save", ORDER, new GoodAnswer("", '"' + SAVED + '"'), form, false));
  }

  /** Its argument and its answer are of the type that the service gives to a variable. */
  @ParameterizedTest
  @MethodSource("clientsAndSerializations")
  void anInheritedMethodIsCalled(ClientKind client, Serialization form) throws Exception {
    GoodAnswer paid = new GoodAnswer("/status", "\"PAID\"");
    assertOk(client, call("copy(T)", "[{\"status\": \"PAID\"}]", paid, form, false));
  }

  /** Nulls, characters of 1 to 4 bytes, a text of 1 MB, and maps in maps. */
  @ParameterizedTest
  @MethodSource("clientsAndSerializations")
  void anyValueComesBackAsItWasSent(ClientKind client, Serialization form) throws Exception {
    String values =
        """
        [{"none": null, "text": "\\u0000Grüße 漢字 😀", "long": 9007199254740993, "ratio": 0.1,
          "nested": {"ключ": ["", null, {"c": null, "d": {"set": true}}]}}]
        """
            .strip();
    Map<String, String> places =
        Map.of(
            "/none", "null",
            "/text", "\"\\u0000Grüße 漢字 😀\"",
            "/long", "9007199254740993",
            "/ratio", "0.1",
            "/nested/ключ/0", "\"\"",
            "/nested/ключ/1", "null",
            "/nested/ключ/2/c", "null",
            "/nested/ключ/2/d/set", "true");
    for (Map.Entry<String, String> place : places.entrySet()) {
      GoodAnswer answer = new GoodAnswer(place.getKey(), place.getValue());
      assertOk(client, call("echo", values, answer, form, false));
    }
    String large = '"' + "é漢😀x".repeat(100_000) + '"';
    String text = "[{\"large\": " + large + "}]";
    assertOk(client, call("echo", text, new GoodAnswer("/large", large), form, false));
  }

  @ParameterizedTest
  @EnumSource(Serialization.class)
  void aGenericCallNeedsNoClasses(Serialization form) throws Exception {
    CallSettings call =
        call("find(long)", "[7]", new GoodAnswer("/customer", "\"by id\""), form, true);
    for (ClientKind client : ClientKind.values()) {
      assertOk(client, call);
    }
  }

  @ParameterizedTest
  @EnumSource(Serialization.class)
  void aValueOtherThanTheExpectedOneIsAnError(Serialization form) throws Exception {
    GoodAnswer open = new GoodAnswer("/status", "\"OPEN\"");
    assertError(
        ClientKind.WIRE,
        call("find(long)", "[7]", open, form, false),
        "wrong answer: expected \"OPEN\" at '/status', got \"PAID\"");
  }

  @Test
  void anAnswerIsComparedWithItsRequestsRecord() throws Exception {
    Path data = Files.writeString(folder.resolve("sums.csv"), "size,sum\n3,5\n4,6\n");
    for (String sum : List.of("\"${sum}\"", "\"7\"")) {
      CallSettings call =
          Calls.of(
              "find(String, List<Integer>)",
              "[\"c\", [\"${size}\", 2]]",
              data.toString(),
              new GoodAnswer("/id", sum),
              null,
              false);
      try (Target target = open(ClientKind.WIRE, call, provider)) {
        for (int record = 0; record < 2; record++) {
          assertThat(ends.call(target, 0))
              .as("%s", reasons.counts())
              .isEqualTo(sum.contains("sum") ? Outcome.OK : Outcome.ERROR);
        }
      }
    }
    // A text of the study itself is no number.
    assertThat(reasons.counts().keySet()).allMatch(reason -> reason.contains("expected \"7\""));
  }

  @ParameterizedTest
  @EnumSource(Serialization.class)
  void anAnswerWithoutAValueIsGood(Serialization form) throws Exception {
    for (ClientKind client : ClientKind.values()) {
      assertOk(client, call("none", "[]", null, form, false));
      assertOk(client, call("touch", "[]", null, form, false));
    }
  }

  @ParameterizedTest
  @EnumSource(Serialization.class)
  void anExceptionIsAnErrorWithItsCause(Serialization form) throws Exception {
    for (ClientKind client : ClientKind.values()) {
      String failed = assertError(client, call("fail", "[\"no row\"]", null, form, false), "");
      assertThat(failed).contains("IOException: refused", "IllegalStateException: no row");
    }
  }

  @Test
  void enumsNullsAndTextsFromColumnsFitTheirParameters() throws Exception {
    Path data = Files.writeString(folder.resolve("flags.csv"), "state,urgent\nOPEN,true\n");
    CallSettings call =
        Calls.of(
            "flag",
            "[\"${state}\", null, \"${urgent}\"]",
            data.toString(),
            new GoodAnswer("", "\"OPEN null true\""),
            null,
            false);
    assertOk(ClientKind.WIRE, call);
  }

  @Test
  void aColumnWithinATextIsPartOfItWhateverItsType() throws Exception {
    Path data =
        Files.writeString(folder.resolve("tags.jsonl"), "{\"tags\": [1, {\"a\": \"b\"}]}\n");
    CallSettings call =
        Calls.of("attached", "[\"tags ${tags}\"]", data.toString(), null, null, false);

    assertThat(TargetCall.of(call, APPLICATION.classes()).arguments(0))
        .containsExactly("tags [1,{\"a\":\"b\"}]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"12345678901234567.89", "\"${total}\""})
  void aDecimalIsNotRounded(String total) throws Exception {
    Path data =
        Files.writeString(folder.resolve("totals.jsonl"), "{\"total\": 12345678901234567.89}");
    CallSettings call =
        Calls.of("save", "[{\"total\": " + total + "}]", data.toString(), null, null, false);

    assertThat(TargetCall.of(call, APPLICATION.classes()).arguments(0)[0])
        .extracting("total")
        .hasToString("12345678901234567.89");
  }

  /** As a service of messages that protobuf generated; {@link Type} is one. */
  public interface Types {
    Type named(Type type);
  }

  /** Bare, without Dubbo's wrapper, by which a consumer of gRPC calls the same. */
  @Test
  void aMessageOfProtobufIsSentAndAnsweredAsItIs() throws Exception {
    CallSettings call =
        Changed.with(
            Calls.of(
                Types.class.getName(),
                "named",
                "[{\"name\": \"order\", \"fields\": [{\"name\": \"id\", \"number\": 7}]}]",
                Map.of()),
            "answer",
            new GoodAnswer("/fields/0/number", "7"));
    Types service = type -> type.toBuilder().setName("answered").build();
    byte[] request =
        Type.newBuilder()
            .setName("order")
            .addFields(Field.newBuilder().setName("id").setNumber(7))
            .build()
            .toByteArray();
    try (TestProvider provider =
        TestProvider.exporting(RpcProtocol.TRI, Types.class, service, export -> {})) {
      assertEnd(ClientKind.TRI, call, provider, Outcome.OK);
      try (TriCodec codec =
          new TriCodec(
              new TargetConfig(
                  new DriverSettings("tri", call, 1, 20_000, 1),
                  RpcProtocol.TRI,
                  Destination.direct(provider.address()),
                  TargetCall.of(call, TestService.CLASSES),
                  reasons))) {
        assertThat(codec.message(0)).isEqualTo(request);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("clientsAndSerializations")
  void versionGroupAndAttachmentsReachTheService(ClientKind client, Serialization form)
      throws Exception {
    try (TestProvider versioned =
        APPLICATION.export(
            TestProvider.protocol(client),
            service -> {
              service.setVersion("2.1");
              service.setGroup("blue");
            })) {
      CallSettings call =
          Calls.of(TestApplication.SERVICE, "attached", "[\"lane\"]", Map.of("lane", "gray"));
      call = Changed.with(call, "version", "2.1", "group", "blue");
      GoodAnswer answer = new GoodAnswer("", "\"gray\"");
      call = Changed.with(call, "answer", answer, "serialization", form);
      assertEnd(client, call, versioned, Outcome.OK);
      assertThat(reasons.counts()).isEmpty();
    }
  }

  @Test
  void recordsAreSentInTheirOrderAndConnectionsBeginAtDifferentOnes() throws Exception {
    MeasuredCall call =
        TargetCall.of(
            Calls.of("find(long)", "[\"${id}\"]", ids(3), null, null, false),
            APPLICATION.classes());

    for (int connection = 0; connection < 2; connection++) {
      WireSlots slots = new WireSlots(new SlotShare(4, connection, 2), 1_000, call);
      List<Integer> sent = new ArrayList<>();
      for (int index : new int[] {0, 1, 0, 1}) {
        sent.add(slots.begin(index, 0));
        slots.end(index);
      }
      assertThat(sent).isEqualTo(connection == 0 ? List.of(0, 1, 2, 0) : List.of(1, 2, 0, 1));
    }
  }

  private static String ids(int count) throws IOException {
    String lines = IntStream.range(0, count).mapToObj(id -> id + "\n").collect(joining());
    return Files.writeString(folder.resolve("ids" + count + ".csv"), "id\n" + lines).toString();
  }

  private static CallSettings call(
      String method, String arguments, GoodAnswer answer, Serialization form, boolean generic) {
    return Calls.of(method, arguments, "", answer, form, generic);
  }

  private void assertOk(ClientKind client, CallSettings call) throws Exception {
    assertEnd(client, call, of(client), Outcome.OK);
    assertThat(reasons.counts()).isEmpty();
  }

  private String assertError(ClientKind client, CallSettings call, String reason) throws Exception {
    assertEnd(client, call, of(client), Outcome.ERROR);
    assertThat(reasons.counts()).hasSize(1);
    String counted = reasons.counts().keySet().iterator().next();
    assertThat(counted).contains(reason);
    return counted;
  }

  private void assertEnd(ClientKind client, CallSettings call, TestProvider called, Outcome outcome)
      throws Exception {
    try (Target target = open(client, call, called)) {
      assertThat(ends.call(target, 0)).as("failed: %s", reasons.counts()).isEqualTo(outcome);
    }
  }

  /** Only typed calls of the application's service need its classes. */
  private Target open(ClientKind client, CallSettings call, TestProvider called) throws Exception {
    boolean ofDriver = call.generic() || !call.service().equals(TestApplication.SERVICE);
    DriverSettings settings = new DriverSettings(client.id(), call, 1, 20_000, 1);
    return ClientKind.targets(
            settings,
            called.protocol(),
            Destination.direct(called.address()),
            TestService.USERS,
            ofDriver ? TestService.CLASSES : APPLICATION.classes(),
            reasons)
        .open(1, ends);
  }
}
