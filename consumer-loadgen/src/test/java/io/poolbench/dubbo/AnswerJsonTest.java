package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerJsonTest {
  /** 10^12 values, of which each level refers to the one before. */
  private static List<Object> doubled() {
    List<Object> list = List.of("x");
    for (int level = 0; level < 12; level++) {
      list = Collections.nCopies(10, list);
    }
    return list;
  }

  @Test
  void theBeginningIsCut() {
    assertThat(AnswerJson.beginning(Map.of("name", "abcdefgh"), 12))
        .isEqualTo("{\"name\":\"abc...");
    assertThat(AnswerJson.beginning(doubled(), 16)).isEqualTo("[[[[[[[[[[[[[\"x\"...");
  }

  @Test
  void aTreeBeyondTheLimitIsRefused() {
    assertThatThrownBy(() -> AnswerJson.tree(doubled())).hasMessage("longer than 8 Mi characters");
  }

  @Test
  void aListThatContainsItselfHasNoTree() {
    List<Object> itself = new ArrayList<>();
    itself.add(List.of(itself));

    assertThatThrownBy(() -> AnswerJson.tree(itself)).isInstanceOf(java.io.IOException.class);
    assertThat(AnswerJson.beginning(itself, 4)).isEqualTo("[[[[...");
  }
}
