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
  void aRecordHas512BytesAndIsReadBack(@ForAll @IntRange(min = 0, max = 99_999_999) int index) {
    DataSet dataSet = new DataSet(100_000_000);
    UserInfo user = dataSet.user(index);
    byte[] stored = user.encode();
    assertThat(stored).hasSize(512);
    assertThat(UserInfo.decode(stored)).isEqualTo(user);
    assertThat(user.getPin()).isEqualTo(dataSet.pin(index)).hasSize(10);
  }

  @Property
  void aUserDependsOnTheIndexOnly(@ForAll @IntRange(min = 0, max = 999) int index) {
    assertThat(new DataSet(1000).user(index)).isEqualTo(new DataSet(5000).user(index));
  }

  @Test
  void pinsAreUnique() {
    DataSet dataSet = new DataSet(100_000);
    assertThat(IntStream.range(0, dataSet.records()).mapToObj(dataSet::pin).distinct())
        .hasSize(dataSet.records());
  }

  @Test
  void namesAndLevelsVary() {
    DataSet dataSet = new DataSet(1000);
    List<UserInfo> users = IntStream.range(0, 1000).mapToObj(dataSet::user).toList();
    assertThat(users.stream().map(UserInfo::getName).distinct()).hasSizeGreaterThan(200);
    assertThat(users).extracting(UserInfo::getLevel).containsOnly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void anIndexOrANumberOfUsersOutOfRangeIsInvalid() {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> new DataSet(10).user(10));
    assertThatThrownBy(() -> new DataSet(0))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("1..");
  }
}
