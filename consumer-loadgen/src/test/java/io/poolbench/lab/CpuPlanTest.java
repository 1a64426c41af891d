package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.poolbench.Changed;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import io.poolbench.report.SampleRuns;
import io.poolbench.study.Cell;
import io.poolbench.study.CpuSets;
import io.poolbench.study.RemoteSettings;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuPlanTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // host | asked provider | asked driver | provider | driver
        "0     |     |     | 0   | 0",
        "0-1   |     |     | 0   | 1",
        "2,5   |     |     | 2   | 5",
        "0-3   |     |     | 0-1 | 2-3",
        "0-2   |     |     | 0   | 1-2",
        "0-7   |     |     | 0-3 | 4-7",
        "0-15  |     |     | 0-3 | 4-15",
        "0-7   | 2-5 |     | 2-5 | 0-1,6-7",
        "0-7   |     | 0-1 | 2-5 | 0-1",
        "0-1   |     | 0-1 | 0-1 | 0-1",
        "0-1   | 0-1 |     | 0-1 | 0-1",
        "0-7   | 0   | 7   | 0   | 7"
      })
  void driverAndProviderShareCpusOnlyWhereTheyMust(
      String host, String askedProvider, String askedDriver, String provider, String driver) {
    CpuSets asked =
        new CpuSets(
            askedProvider == null ? "" : askedProvider, askedDriver == null ? "" : askedDriver);

    CpuPlan plan = CpuPlan.of(asked, CpuList.parse(host));

    assertThat(plan.provider()).hasToString(provider);
    assertThat(plan.driver()).hasToString(driver);
    assertThat(plan.shared()).isEqualTo(provider.equals(driver));
  }

  @ParameterizedTest
  @CsvSource({"'', 0-3, 2-3, true", "0-1, 0-1, 2-3, false"})
  void aProviderThatRanAlreadyHasAllCpusOrThoseThatAreNamed(
      String asked, String provider, String driver, boolean shared) {
    CpuPlan plan = CpuPlan.ofRunning(new CpuSets(asked, ""), CpuList.parse("0-3"));

    assertThat(plan.provider()).hasToString(provider);
    assertThat(plan.driver()).hasToString(driver);
    assertThat(plan.shared()).isEqualTo(shared);
  }

  @ParameterizedTest
  @CsvSource({"192.0.2.7, 0-3, 0-3", "192.0.2.7, 0, 0", "127.0.0.1, 0-3, 2-3"})
  void theDriverHasAllCpusWhereTheProviderRunsOnAnotherHost(
      String connected, String host, String driver) {
    Cell cell =
        Changed.with(
            SampleRuns.quick().cells().get(0),
            "provider",
            new RemoteSettings(RpcProtocol.DUBBO, connected, 20880, List.of()),
            "cpus",
            CpuSets.AUTO);

    CpuPlan plan = CpuPlan.of(cell, CpuList.parse(host));

    assertThat(plan.driver()).hasToString(driver);
    assertThat(plan.shared()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "1-", "-1", "3-1", "1--2", "1,,2", "1-2-3", "99999"})
  void anInvalidCpuListIsRejected(String list) {
    assertThatThrownBy(() -> CpuList.parse(list))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("(example: 0-3,8)");
  }

  @ParameterizedTest
  @CsvSource({"provider, 2", "driver, 0-2"})
  void unavailableCpusAreRejectedBySettingName(String setting, String list) {
    CpuSets asked = setting.equals("provider") ? new CpuSets(list, "") : new CpuSets("", list);

    assertThatThrownBy(() -> CpuPlan.of(asked, CpuList.parse("0-1")))
        .isInstanceOfSatisfying(
            InvalidSettingException.class,
            e -> assertThat(e.setting()).isEqualTo("cpus." + setting))
        .hasMessageContaining("(available: 0-1)");
  }

  @Property
  void aCpuListRoundTripsThroughText(@ForAll @NotEmpty Set<@IntRange(max = 600) Integer> cpus) {
    CpuList list = new CpuList(cpus.stream().toList());

    assertThat(CpuList.parse(list.toString())).isEqualTo(list);
    assertThat(list.count()).isEqualTo(cpus.size());
  }
}
