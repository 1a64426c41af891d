package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CollectionsTest {
  private static final Collections YOUNG = new Collections(3L, 12.5);

  @Test
  void collectionsOfTwoKindsAreAddedUp() {
    assertThat(YOUNG.plus(new Collections(1L, 80.0))).isEqualTo(new Collections(4L, 92.5));
  }

  @Test
  void whatIsUnknownAddsNothing() {
    assertThat(YOUNG.plus(Collections.UNKNOWN)).isEqualTo(YOUNG);
    assertThat(Collections.UNKNOWN.plus(YOUNG)).isEqualTo(YOUNG);
    assertThat(Collections.UNKNOWN.plus(Collections.UNKNOWN)).isEqualTo(Collections.UNKNOWN);
  }
}
