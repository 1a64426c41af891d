package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class StudyFuzzTest {
  private static final List<String> CORPUS =
      StudyExample.all(BadInputTest.FILE).stream().map(StudyExample::yaml).toList();
  private static final String WORDS =
      "provider threads redis latency cells users rate arrivals thinkTime repetitions validity"
          + " sla [ ] { } 0 1 -1 1e9 0x1F 012 1_000 .inf .nan 1.5 2ms 16KiB auto true null ~ \" ' #"
          + " *a % @ ` --- ... << \u00e9";
  private static final String PATHS =
      "provider threads threadpool redis uri latency mean load users rate arrivals maxInFlight"
          + " thinkTime repetitions validity lag cells 0 1 9 a title name"
          + " sla tp99 jvm options assertions / ~ driver client ";

  @Property(tries = 350)
  void anyTextIsAStudyOrGivesOneLine(@ForAll("yamlish") String yaml) {
    assertLoadedOrRejected(yaml, List.of());
  }

  @Property(tries = 1000)
  void anyChangedStudyIsAStudyOrGivesOneLine(
      @ForAll("studies") String yaml,
      @ForAll("pieces") String piece,
      @ForAll int at,
      @ForAll int cut) {
    int from = Math.floorMod(at, yaml.length() + 1);
    int to = Math.min(yaml.length(), from + Math.floorMod(cut, 12));

    assertLoadedOrRejected(yaml.substring(0, from) + piece + yaml.substring(to), List.of());
  }

  @Property(tries = 350)
  void anyOverrideIsAppliedOrGivesOneLine(
      @ForAll("paths") String path, @ForAll("yamlish") String value) {
    assertLoadedOrRejected(
        "cells: [{name: a}, {provider: {threads: 3}}]", List.of(path + "=" + value));
  }

  @Example
  void aTextOfTheMaximumSizeIsRejectedWithinBounds() {
    int size = 1 << 20;
    for (String unit :
        List.of("[", "{a: ", "- ", "? ", "a: ", "\"", "a\n", "k: 1\n", "# x\n", "&a ")) {
      String yaml = unit.repeat(size / unit.length());
      assertThatExceptionOfType(ConfigException.class)
          .as("many of '%s'", unit)
          .isThrownBy(() -> PlainStudy.LOADER.parse("study", "study.yaml", yaml, List.of()))
          .satisfies(problem -> assertThat(problem.getMessage().length()).isLessThan(5_000));
    }
    for (String setting :
        List.of("title", "load: {users", "load: {rate", "cpus: {driver", "redis: {uri")) {
      for (String unit : List.of("1,", "1-2,", "@")) {
        String text = setting + ": '" + unit.repeat(size / unit.length() - 20) + "'";
        String yaml = text + "}".repeat((int) setting.chars().filter(c -> c == '{').count());
        assertThatExceptionOfType(ConfigException.class)
            .as("%s of many '%s'", setting, unit)
            .isThrownBy(() -> PlainStudy.LOADER.parse("study", "study.yaml", yaml, List.of()));
      }
    }
  }

  private static void assertLoadedOrRejected(String yaml, List<String> overrides) {
    try {
      assertThat(PlainStudy.LOADER.parse("study", "study.yaml", yaml, overrides).cells())
          .isNotEmpty();
    } catch (ConfigException e) {
      assertThat(e.getMessage()).doesNotContainPattern("[\\n\\r\\u2028]").isNotBlank();
      assertThat(e.problem()).isNotBlank();
    }
  }

  @Provide
  Arbitrary<String> studies() {
    return Arbitraries.of(CORPUS);
  }

  @Provide
  Arbitrary<String> pieces() {
    List<String> words = new ArrayList<>(List.of(WORDS.split(" ")));
    words.addAll(
        List.of(": ", "\n", "\n  ", "- ", ", ", "1..8 by 3", "9".repeat(1200), "&a ", "!!int "));
    words.addAll(List.of("!!set ", "!x ", "? ", "| ", "> ", "\t", "\0", "\uFEFF", "\u2028"));
    words.add("\uD800");
    return Arbitraries.of(words)
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<String> yamlish() {
    return pieces().list().ofMaxSize(12).map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.of(PATHS.split(" ", -1))
        .list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .map(parts -> String.join(".", parts));
  }
}
