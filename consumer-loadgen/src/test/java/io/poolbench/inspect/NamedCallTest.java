package io.poolbench.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamedCallTest {
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

  @Test
  void mistypedTypesChooseNoOtherMethod() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> call(ORDERS + "findOrder(lnog)", "[1]"))
        .withMessageContaining("findOrder(long)");
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
}
