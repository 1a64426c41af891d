package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.ProviderUse.GcActivity;
import org.junit.jupiter.api.Test;

class GcActivityTest {
  private static final GcActivity YOUNG = new GcActivity(3L, 12.5);

  @Test
  void twoKindsOfCollectionsAreAdded() {
    assertThat(YOUNG.plus(new GcActivity(1L, 80.0))).isEqualTo(new GcActivity(4L, 92.5));
  }

  @Test
  void unknownValuesAddNothing() {
    assertThat(YOUNG.plus(GcActivity.UNKNOWN)).isEqualTo(YOUNG);
    assertThat(GcActivity.UNKNOWN.plus(YOUNG)).isEqualTo(YOUNG);
    assertThat(GcActivity.UNKNOWN.plus(GcActivity.UNKNOWN)).isEqualTo(GcActivity.UNKNOWN);
  }
}
