package io.poolbench.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.inspect.Inspection.CallAnswer;
import io.poolbench.inspect.TargetInspector.WantedCall;
import io.poolbench.lab.LabException;
import io.poolbench.lab.TargetService;
import io.poolbench.lab.TargetService.Method;
import io.poolbench.study.ConfigException;
import io.poolbench.study.RemoteSettings;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamedCallTest {
  private static final TargetService NESTED =
      new TargetService(
          "dubbo://10.0.0.1:20880/a.Shop$Orders",
          "a.Shop$Orders",
          "",
          "",
          "dubbo",
          20880,
          "",
          false,
          List.of(new Method("find", List.of("a.Shop$Id"), "long")));

  private static final String ORDERS = "com.example.shop.OrderService.";

  private static NamedCall call(String text, String arguments) {
    return NamedCall.resolve(text, arguments, SampleTarget.services());
  }

  @Test
  void argumentsAreJsonBetweenTheParentheses() {
    NamedCall call =
        call("warehouse/com.example.shop.StockService.available([\"a, (b)\", \"c\"])", null);

    assertThat(call.service().group()).isEqualTo("warehouse");
    assertThat(call.arguments()).hasToString("[[\"a, (b)\",\"c\"]]");
  }

  @Test
  void oneOfSeveralMethodsIsChosenByItsArgumentsOrItsTypes() {
    assertThat(call(ORDERS + "findOrders(\"a\")", null).methodName())
        .isEqualTo("findOrders(java.lang.String)");
    assertThat(
            call(ORDERS + "findOrders(String, OrderStatus)", "[\"a\", \"PAID\"]")
                .method()
                .parameterTypes())
        .endsWith("com.example.shop.OrderStatus");
    assertThat(call(ORDERS + "findOrder", "[1]").methodName()).isEqualTo("findOrder");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "findOrder(1); no service",
        "com.example.shop.OrderServce.findOrder(1); 'com.example.shop.OrderService:1.0.0'",
        "com.example.shop.OrderService.findOrdr(1); 'findOrder'",
        "com.example.shop.OrderService.findOrder(1; no ')'",
        "com.example.shop.OrderService.findOrder(1, 2); findOrder(long)",
        "com.example.shop.OrderService.findOrders(1, 2); 2 methods",
        "com.example.shop.OrderService.findOrder(x); invalid JSON",
      })
  void aMistakeIsOneLineThatNamesWhatIsValid(String text, String named) {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> call(text, null))
        .satisfies(e -> assertThat(e.getMessage()).contains(text, named).hasLineCount(1));
  }

  /** In a shell's double quotes {@code $Orders} is a variable. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a.Shop.Orders.find(a.Shop.Id); [1]",
        "a.Shop$Orders.find(Shop.Id); [1]",
        "a.Shop.Orders.find(a.Shop$Id); [1]",
      })
  void aNestedTypeIsNamedAsInSourceCode(String text, String arguments) {
    NamedCall call = NamedCall.resolve(text, arguments, List.of(NESTED));

    assertThat(call.settings().service()).isEqualTo("a.Shop$Orders");
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> NamedCall.resolve("a.Orders.find(1)", null, List.of(NESTED)))
        .withMessageContaining("(valid: a.Shop.Orders)");
  }

  @Test
  void mistypedTypesChooseNoOtherMethod() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> call(ORDERS + "findOrder(lnog)", "[1]"))
        .withMessageContaining("findOrder(long)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "shop.Orders.find(long, java.lang.String); find(long,java.lang.String)",
        "shop.Orders.find(); find",
        "shop.Orders.find; find",
      })
  void ruleAGenericCallHasTheTypesThatAreNamed(String text, String method) {
    RemoteInspector running =
        new RemoteInspector(RemoteSettings.at("dubbo://127.0.0.1:1", List.of()));

    assertThat(running.named(WantedCall.of(text, "[1, \"a\"]", false)).genericSettings().method())
        .isEqualTo(method);
  }

  @Test
  void aPlaceholderHasAsManyArgumentsAsItsMethod() {
    assertThat(NamedCall.placeholder(SampleTarget.services()))
        .hasValueSatisfying(
            call -> {
              assertThat(call.method().name()).isEqualTo("findOrder");
              assertThat(call.arguments()).hasToString("[1]");
            });
  }

  /** Arguments are converted before anything is sent, so that no provider is needed. */
  @Test
  void ruleAnArgumentThatDoesNotFitIsAMistakeOfTheCommandLine() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> answer("java.util.List.get(\"x\")", 1))
        .withMessageContaining("--call java.util.List.get(\"x\"): argument 1: 'x' does not fit");
  }

  @Test
  void ruleACallThatReachesNobodyIsAFailedAnswerBesideWhatWasRead() throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    CallAnswer answer = answer("java.util.List.get(1)", closed);

    assertThat(answer.failed()).isTrue();
    assertThat(answer.text()).contains("refused");
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
            false,
            List.of(new Method("get", List.of("int"), "java.lang.Object")));
    WantedCall wanted = WantedCall.of(call, null, false);
    return TargetInspector.answer(wanted, wanted.resolve(List.of(lists)), List.of(), "127.0.0.1");
  }

  @Test
  void aGenericServiceTakesAnyMethod() {
    TargetService generic =
        new TargetService(
            "dubbo://h:20880/a.Hello", "a.Hello", "", "", "dubbo", 20880, "", true, List.of());

    NamedCall untyped = NamedCall.resolve("a.Hello.say(\"x\", 1)", null, List.of(generic));
    NamedCall typed =
        NamedCall.resolve("a.Hello.say(java.lang.String)", "[\"x\"]", List.of(generic));

    assertThat(untyped.settings().generic()).isTrue();
    assertThat(untyped.settings().method()).isEqualTo("say(java.lang.Object,java.lang.Object)");
    assertThat(typed.settings().method()).isEqualTo("say(java.lang.String)");
  }
}
