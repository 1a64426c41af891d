package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.poolbench.study.CallSettings.GoodAnswer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpectedAnswerTest {
  private static final ExpectedAnswer SEVEN = expected("7", Map.of());

  @Test
  void numbersAreEqualWhateverTheirTypeAndDifferFromWhatIsNone() {
    assertThat(SEVEN.mismatch((byte) 7)).isEmpty();
    assertThat(SEVEN.mismatch(7.0)).isEmpty();
    assertThat(SEVEN.mismatch(BigInteger.valueOf(7))).isEmpty();
    assertThat(SEVEN.mismatch(new BigDecimal("7.00"))).isEmpty();
    assertThat(SEVEN.mismatch(7.5)).isPresent();
    assertThat(SEVEN.mismatch("7")).isPresent();
    assertThat(SEVEN.mismatch(Double.NaN)).isPresent();
    assertThat(SEVEN.mismatch(Double.POSITIVE_INFINITY)).isPresent();
  }

  /** A column of a CSV file is a text. */
  @Test
  void aTextOfAColumnMatchesWhatItDenotes() {
    ExpectedAnswer text = ofColumn("7.0");

    assertThat(text.mismatch(7)).isEmpty();
    assertThat(text.mismatch("7.0")).isEmpty();
    assertThat(text.mismatch(8)).isPresent();
    assertThat(ofColumn("true").mismatch(true)).isEmpty();
    assertThat(ofColumn("true").mismatch(1)).isPresent();
    assertThat(expected("\"7\"", Map.of()).mismatch(7)).isPresent();
  }

  private static ExpectedAnswer ofColumn(String value) {
    return expected("\"${id}\"", Map.of("id", JsonNodeFactory.instance.textNode(value)));
  }

  private static ExpectedAnswer expected(String json, Map<String, JsonNode> columns) {
    return ExpectedAnswer.of(new GoodAnswer("", json), columns);
  }
}
