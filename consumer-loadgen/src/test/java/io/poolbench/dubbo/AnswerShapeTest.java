package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.study.CallSettings.Serialization;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerShapeTest {
  private static void check(Serialization form, String hex) throws IOException {
    AnswerShape.check(form, HexFormat.of().parseHex(hex), 0);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "HESSIAN2,  untyped list,           58 49 7fffffff",
    "HESSIAN2,  typed list,             56 0161 49 7fffffff",
    "HESSIAN2,  fields of a class,      43 0161 49 7fffffff",
    "HESSIAN2,  negative length,        58 49 ffffffff",
    "HESSIAN2,  list in a list,         79 58 49 7fffffff",
    "HESSIAN2,  text,                   53 ffff 61",
    "HESSIAN2,  chunk of a text,        52 ffff 61",
    "HESSIAN2,  bytes,                  42 ffff 61",
    "HESSIAN2,  list of three with two, 7b 90 90",
    "HESSIAN2,  map without an end,     48 90 90",
    "FASTJSON2, value,                  7fffffff 0a",
    "FASTJSON2, negative value,         ffffffff 0a",
    "FASTJSON2, array,                  00000006 a4 48 7fffffff",
    "FASTJSON2, bytes,                  00000006 91 48 7fffffff",
    "FASTJSON2, text,                   00000006 7a 48 7fffffff",
    "FASTJSON2, big integer,            00000006 bb 48 7fffffff",
    "FASTJSON2, name,                   00000008 a6 7f 4a61 48 7fffffff",
    "FASTJSON2, scale,                  00000007 b9 48 7fffffff 01",
  })
  void aLengthBeyondTheBytesIsRefused(Serialization form, String what, String hex) {
    assertThatThrownBy(() -> check(form, hex.replace(" ", "")))
        .isInstanceOf(IOException.class)
        .message()
        .containsAnyOf(" in ", " scale of ");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "text of two chunks,     52 0001 61 53 0001 62",
    "list with a text,       79 0161",
    "object of two fields,   43 0161 92 0162 0163 60 90 91",
    "typed map with numbers, 4d 0161 c801 d40001 5a",
    "type by its number,     72 0161 90 90 71 90 90",
    "bytes of two chunks,    41 0001 61 21 62",
  })
  void whatHessianMayContainIsAccepted(String what, String hex) {
    assertThatCode(() -> check(Serialization.HESSIAN2, hex.replace(" ", "")))
        .doesNotThrowAnyException();
  }

  /** Each list has ten references to the one before, and 10^8 values by references. */
  @Test
  void listsThatReferToOneAnotherAreRefused() {
    StringBuilder lists = new StringBuilder("58 98 ");
    lists.append("7a 90 90");
    for (int level = 1; level < 8; level++) {
      lists.append(" 58 9a").append((" 51 " + Integer.toHexString(0x90 + level)).repeat(10));
    }
    assertThatThrownBy(() -> check(Serialization.HESSIAN2, lists.toString().replace(" ", "")))
        .hasMessage("more than 10000000 values by references");
  }

  @Test
  void deepNestingIsRefused() {
    assertThatThrownBy(() -> check(Serialization.HESSIAN2, "79".repeat(1_001) + "90"))
        .hasMessage("values nested more than 1000 deep");
    assertThatCode(() -> check(Serialization.HESSIAN2, "79".repeat(999) + "90"))
        .doesNotThrowAnyException();
  }

  @Test
  void aMillionValuesIsTheLimit() {
    assertThatThrownBy(() -> check(Serialization.HESSIAN2, "4e".repeat(1_000_001)))
        .hasMessage("more than 1000000 values");
  }
}
