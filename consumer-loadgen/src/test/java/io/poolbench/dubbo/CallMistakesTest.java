package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Type;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.journal.Metric;
import io.poolbench.study.CallSettings;
import io.poolbench.study.ConfigException;
import io.poolbench.study.StudyLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.dubbo.common.stream.StreamObserver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A call that does not fit its service is one mistake with its place and what is valid. */
class CallMistakesTest {
  @TempDir static Path folder;
  @RegisterExtension static final TestApplication APPLICATION = new TestApplication(() -> folder);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          findd               | [1]               | call.method    | did you mean 'find'?
          find                | [1]               | call.method    | find(java.lang.String,java.util.List<java.lang.Integer>); find(long)
          find(int)           | [1]               | call.method    | find(long)
          find(long)          | [1, 2]            | call.arguments | 2 of 'find(long)' (valid: 1)
          find(long)          | ["${id}"]         | call.data      | missing
          find(long)          | ["x"]             | call.arguments | argument 1: 'x' does not fit (valid: long)
          find(long)          | [null]            | call.arguments | argument 1: null does not fit (valid: long)
          find(long)          | [1.5]             | call.arguments | argument 1: '1.5' does not fit (valid: long)
          find(long)          | [""]              | call.arguments | argument 1: '' does not fit (valid: long)
          find(String,List)   | ["a", ["b"]]      | call.arguments | argument 2, 0: 'b' does not fit (valid: java.lang.Integer)
          flag                | ["NEW", 1, true]  | call.arguments | argument 1: 'NEW' does not fit (valid: OPEN, PAID)
          save                | [{"idd": 1}]      | call.arguments | argument 1, idd: no such field of com.example.orders.Order, did you mean 'id'?
          save                | [{"lines": [{"quantity": "many"}]}] | call.arguments | argument 1, lines.0.quantity: 'many' does not fit (valid: int)
          save                | [{"placed": "today"}] | call.arguments | argument 1, placed: 'today' does not fit (valid: java.util.Date, such as 2024-05-31 12:30:00,
          save                | [[]]              | call.arguments | argument 1: a list does not fit (valid: com.example.orders.Order)
          """)
  void theMistakeNamesWhatIsValid(String method, String arguments, String setting, String problem) {
    assertMistake(Calls.of(method, arguments), setting, problem);
  }

  /** Of {@link StreamObserver}, and of messages of protobuf beside other types. */
  public interface Streams {
    void list(String name, StreamObserver<String> names);

    StreamObserver<String> chat(StreamObserver<String> names);

    String mixed(Type type);
  }

  @ParameterizedTest
  @CsvSource({"list, '[\"a\", null]'", "chat, [null]", "mixed, [null]"})
  void aMethodThatIsNotUnaryIsRefused(String method, String arguments) {
    MeasuredCall call =
        TargetCall.of(call(Streams.class, method, arguments), APPLICATION.classes());

    InvalidSettingException mistake =
        catchThrowableOfType(InvalidSettingException.class, () -> TriCodec.requireUnary(call));

    assertThat(mistake.setting()).isEqualTo("method");
    assertThat(mistake).hasMessageContaining(method);
  }

  private static CallSettings call(Class<?> service, String method, String arguments) {
    return Calls.of(service.getName(), method, arguments, Map.of());
  }

  /** Of a class that no serialization accepts. */
  public interface Boxes {
    void put(Box box);

    void label(String text);
  }

  /** Not serializable. */
  public static final class Box {
    public int size;
  }

  @Test
  void aRequestThatDubboDoesNotEncodeHasItsReason() {
    String tooLong = "[\"" + "x".repeat(8 << 20) + "\"]";

    assertThatThrownBy(() -> encoded("put", "[{\"size\": 1}]"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(Box.class.getName());
    assertThatThrownBy(() -> encoded("label", tooLong))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("max payload: 8388608");
  }

  /** Of a service with {@code payload} in its URL. */
  @Test
  void theLimitOfARequestIsTheServices() throws IOException {
    CallSettings call = call(Boxes.class, "label", "[\"" + "x".repeat(8 << 20) + "\"]");

    assertThat(encoded(call.exportedWith(null, "", 9 << 20))).hasSizeGreaterThan(8 << 20);
    assertThatThrownBy(() -> encoded(call.exportedWith(null, "", 1 << 20)))
        .hasMessageContaining("max payload: 1048576");
  }

  private static byte[] encoded(String method, String arguments) throws IOException {
    return encoded(call(Boxes.class, method, arguments));
  }

  private static byte[] encoded(CallSettings settings) throws IOException {
    MeasuredCall call = TargetCall.of(settings, TestService.CLASSES);
    try (FrameCodec codec = new FrameCodec(call, 1_000)) {
      return codec.request(0);
    }
  }

  /** As of cells that compare two clients, or of a study with {@code --set driver.client}. */
  @Test
  void aCallIsCheckedForTheClientOfEachCell() throws IOException {
    String study =
        """
        provider: {connect: "dubbo://192.0.2.7:20880"}
        call: {service: a.B, method: c, arguments: ["${#}"], generic: true}
        cells: [{name: first}, {name: second%s}]
        """;
    Path file = folder.resolve("study.yaml");
    StudyLoader loader = new StudyLoader(Metric.ALL, new CallCheck(), Path.of("none"));

    Files.writeString(file, study.formatted(", driver: {connections: 2}"));
    assertThat(loader.load(file, List.of()).cells()).hasSize(2);

    Files.writeString(
        file,
        study.formatted(", provider: {connect: 'tri://192.0.2.7:50051'}, driver: {client: tri}"));
    assertThatThrownBy(() -> loader.load(file, List.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("driver.client tri (valid: with wire)");
  }

  @Test
  void aFieldThatAMessageLacksIsNamed() {
    CallSettings call = call(TargetCallTest.Types.class, "named", "[{\"nam\": \"order\"}]");
    assertMistake(call, "call.arguments", "argument 1: Cannot find field: nam");
  }

  @Test
  void anUnknownServiceNamesTheOneOfAnotherPackage() {
    CallSettings call = Calls.of("com.example.Orders", "find", "[]", Map.of());
    assertMistake(call, "call.service", "did you mean 'com.example.orders.Orders'?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ids.csv    | id\\n1\\nx\\n                | call.arguments | ids.csv:3: record 2: argument 1: 'x' does not fit (valid: long)
          names.csv  | name\\na\\n                  | call.data      | names.csv:2: record 1: no column 'id' (valid: name)
          short.csv  | id,name\\n1\\n               | call.data      | short.csv:2:
          empty.csv  | id\\n                        | call.data      | empty.csv: no record
          ids.jsonl  | {"id": 1}\\n\\n{"id": [2]}\\n | call.arguments | ids.jsonl:3: record 2: argument 1: a list does not fit (valid: long)
          text.jsonl | {"id": 1}\\nid: 2\\n         | call.data      | text.jsonl:2:
          list.jsonl | [1]\\n                       | call.data      | list.jsonl:1: no JSON object
          two.jsonl  | {"id": 1} {"id": 2}\\n       | call.data      | two.jsonl:1:
          """)
  void aMistakeInARecordNamesItsLine(String file, String content, String setting, String problem)
      throws IOException {
    Path data = Files.writeString(folder.resolve(file), content.replace("\\n", "\n"));
    CallSettings call = Calls.of("find(long)", "[\"${id}\"]", data.toString(), null, null, false);
    assertMistake(call, setting, problem);
  }

  @Test
  void aDataFileThatDoesNotExistIsNamed() {
    String absent = folder.resolve("absent.csv").toString();
    assertMistake(
        Calls.of("find(long)", "[\"${id}\"]", absent, null, null, false), "call.data", absent);
  }

  @Test
  void aFolderOfJarsThatDoesNotExistIsNamed() {
    Path absent = folder.resolve("absent");

    assertThatThrownBy(() -> ServiceCalls.open(List.of(absent + "/*")))
        .isInstanceOf(IOException.class)
        .hasMessage("no such file: " + absent + "/*");
  }

  @Test
  void whatAnExecutableJarHasInsideIsRemovedAtTheEnd() throws IOException {
    UnpackedClassPath opened = UnpackedClassPath.open(List.of(APPLICATION.jar().toString()));
    assertThat(opened.entries()).hasSize(2).allMatch(Files::exists);

    opened.close();

    assertThat(opened.temporary().path()).doesNotExist();
    assertThat(APPLICATION.jar()).exists();
  }

  private static void assertMistake(CallSettings call, String setting, String problem) {
    InvalidSettingException thrown =
        catchThrowableOfType(
            InvalidSettingException.class, () -> TargetCall.of(call, APPLICATION.classes()));
    assertThat(thrown).as("a mistake").isNotNull();
    assertThat(thrown.getMessage()).contains(problem).doesNotContain("\n");
    assertThat(thrown.setting()).isEqualTo(setting);
  }
}
