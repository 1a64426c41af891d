package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.UserInfo;
import java.util.List;
import java.util.stream.IntStream;
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
    byte[] stored = user.encode();
    assertThat(stored).hasSize(recordBytes);
    assertThat(UserInfo.decode(stored)).isEqualTo(user);
    assertThat(user.getPin()).isEqualTo(dataSet.pin(index)).hasSize(10);
  }

  @Property
  void aUserDependsOnIndexAndSizeOnly(@ForAll @IntRange(min = 0, max = 999) int index) {
    assertThat(new DataSet(1000, 512).user(index)).isEqualTo(new DataSet(5000, 512).user(index));
  }

  @Test
  void pinsAreUnique() {
    DataSet dataSet = new DataSet(100_000, 64);
    assertThat(IntStream.range(0, dataSet.records()).mapToObj(dataSet::pin).distinct())
        .hasSize(dataSet.records());
  }

  @Test
  void namesAndLevelsVary() {
    DataSet dataSet = new DataSet(1000, 256);
    List<UserInfo> users = IntStream.range(0, 1000).mapToObj(dataSet::user).toList();
    assertThat(users.stream().map(UserInfo::getName).distinct()).hasSizeGreaterThan(200);
    assertThat(users).extracting(UserInfo::getLevel).containsOnly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void anIndexOrARecordSizeOutOfRangeIsInvalid() {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> new DataSet(10, 64).user(10));
    assertThatThrownBy(() -> new DataSet(10, 63))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("64..");
  }
}
