package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SettingsDifferenceTest {
  @Property(tries = 300)
  void cellsDifferUnlessAllSettingsAreEqual(
      @ForAll("cells") String one, @ForAll("cells") String other) {
    Cell before = PlainStudy.parse("cells: [" + one + "]").cells().get(0).named("a");
    Cell after = PlainStudy.parse("cells: [" + other + "]").cells().get(0).named("a");

    assertThat(SettingsDifference.between(before, after).isEmpty()).isEqualTo(before.equals(after));
  }

  @Provide
  Arbitrary<String> cells() {
    return Arbitraries.of(ResolvedStudyTest.CELLS);
  }

  @Example
  void theFirstDifferenceHasBothValues() {
    String two = "cells: [{name: a}, {name: b, provider: {threadpool: fixed, threads: %d}}]";
    assertDifference(
        two.formatted(8), two.formatted(4), "provider.threads of 'b' differs (was 8, is 4)");
    assertDifference("repetitions: 1", "repetitions: 3", "repetitions differs (was 1, is 3)");
    assertDifference(
        "{title: a}",
        "calibration: {saturationTps: 67, threadTime: 2ms, outsideTime: 1ms}",
        "calibration.saturationTps differs (was not set, is 67)");
    assertDifference(
        "cells: [{name: a}, {name: b, load: {users: 3}}]",
        "cells: [{name: b, load: {users: 3}}, {name: a}]",
        "cells differ (were 'a', 'b', are 'b', 'a')");
  }

  @Example
  void settingsOfAListThatHaveEqualValuesAreShownWithTheirNames() {
    String groups = "load: {groups: [{name: f, users: 9}, {name: g, %s: 9}, {name: h, rate: 9}]}";
    assertThat(
            SettingsDifference.between(
                PlainStudy.parse(groups.formatted("users")),
                PlainStudy.parse(groups.formatted("rate"))))
        .hasValueSatisfying(
            difference ->
                assertThat(difference)
                    .startsWith("load.groups of ")
                    .contains("\"users\":\"9\"", "\"rate\":\"9\""));
  }

  @Example
  void textsAndThePasswordAreNotCompared() {
    Study one = PlainStudy.parse("{title: x, answer: one, redis: {uri: 'redis://:sesame@h:6379'}}");
    Study other = PlainStudy.parse("{title: y, answer: another, redis: {uri: 'redis://h:6379'}}");
    assertThat(SettingsDifference.between(one, other)).isEmpty();
  }

  private static void assertDifference(String before, String after, String difference) {
    assertThat(SettingsDifference.between(PlainStudy.parse(before), PlainStudy.parse(after)))
        .contains(difference);
  }
}
