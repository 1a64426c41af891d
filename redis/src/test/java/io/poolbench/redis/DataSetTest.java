package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.UserInfo;
import io.poolbench.api.UserRecord;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DataSetTest {
  @Property
  void aRecordHasTheConfiguredSizeAndIsReadBack(
      @ForAll @IntRange(min = 0, max = 99_999_999) int index,
      @ForAll @IntRange(min = 64, max = 1 << 16) int recordBytes) {
    DataSet dataSet = new DataSet(100_000_000, recordBytes);
    UserInfo user = dataSet.user(index);
    byte[] stored = UserRecord.encode(user);
    assertThat(stored).hasSize(recordBytes);
    assertThat(UserRecord.decode(stored)).isEqualTo(user);
    assertThat(user.getPin()).isEqualTo(dataSet.pin(index)).hasSize(10);
  }

  @Property
  void aUserDependsOnIndexAndSizeOnly(@ForAll @IntRange(min = 0, max = 999) int index) {
    assertThat(new DataSet(1000, 512).user(index)).isEqualTo(new DataSet(5000, 512).user(index));
  }

  @Test
  void pinsAreUnique() {
    DataSet dataSet = new DataSet(100_000, 64);
    Set<String> pins = new HashSet<>();
    for (int i = 0; i < dataSet.records(); i++) {
      pins.add(dataSet.pin(i));
    }
    assertThat(pins).hasSize(dataSet.records());
  }

  @Test
  void namesAndLevelsVary() {
    DataSet dataSet = new DataSet(1000, 256);
    Set<String> names = new HashSet<>();
    Set<Integer> levels = new HashSet<>();
    for (int i = 0; i < dataSet.records(); i++) {
      names.add(dataSet.user(i).getName());
      levels.add(dataSet.user(i).getLevel());
    }
    assertThat(names).hasSizeGreaterThan(200);
    assertThat(levels).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
  }

  @Test
  void anIndexOutOfRangeIsInvalid() {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> new DataSet(10, 64).user(10));
  }

  @Test
  void aRecordSizeBelowTheMinimumIsInvalid() {
    assertThatThrownBy(() -> new DataSet(10, 63))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("64..");
  }
}
