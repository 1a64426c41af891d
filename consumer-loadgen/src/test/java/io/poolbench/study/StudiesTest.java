package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.study.Study.Calibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudiesTest {
  private static final String CALIBRATION =
      "calibration: {saturationTps: 6700, threadTime: 2.57ms, outsideTime: 1.1ms}\n";

  @TempDir private Path folder;

  @BeforeEach
  void write() throws IOException {
    write(
        "small",
        CALIBRATION
            + """
            provider: {work: {garbage: 1KiB}}
            cells:
              - provider: {threads: 4}
              - provider: {threads: 8}
            """);
    write("large", CALIBRATION + "provider: {threads: 200, work: {garbage: 2KiB}}");
    write("uncalibrated", "provider: {threads: 1}");
  }

  /** Without its rounds a paired study would be another one. */
  @Test
  void roundsAndRepetitionsAreThoseOfTheListedStudyUnlessTheListSetsThem() throws IOException {
    write(
        "rounds",
        "{title: Rounds, paired: {rounds: 7}, repetitions: 2, load: {users: 4},"
            + " provider: {threadpool: fixed, threads: 3}}");

    Study listed = load("{title: All, studies: [rounds]}");
    assertThat(listed.paired().rounds()).isEqualTo(7);
    assertThat(listed.repetitions().count()).isEqualTo(2);
    Study own = load("{title: All, studies: [rounds], repetitions: 3}");
    assertThat(own.repetitions().count()).isEqualTo(3);
  }

  @Test
  void listedStudiesKeepTheSectionsOfTheirFiles() throws IOException {
    Study study = load("{title: All, studies: [large, small]}");

    assertThat(study.cells())
        .extracting(Cell::name)
        .containsExactly("fixed 200", "fixed 4", "fixed 8");
    assertThat(study.cells())
        .extracting(cell -> cell.dubbo().work().garbageBytes())
        .containsExactly(2048, 1024, 1024);
    assertThat(study.calibration()).isEqualTo(new Calibration(6700, 2570, 1100));
    assertThat(study.title()).isEqualTo("All");
  }

  @Test
  void aListedStudyMayHaveTheOtherEndingOfYaml() throws IOException {
    Files.writeString(folder.resolve("other.yml"), "provider: {threads: 3}");

    assertThat(load("studies: [other]").cells()).extracting(Cell::name).containsExactly("fixed 3");
  }

  @Test
  void anOverrideIsForTheCellsOfAllListedStudies() throws IOException {
    write("all", "studies: [small, large]");

    Study study =
        PlainStudy.LOADER.load(
            folder.resolve("all.yaml"),
            List.of("load.measure=3s", "cells.2.load.measure=4s", "calibration.saturationTps=100"));

    assertThat(study.cells())
        .extracting(cell -> cell.load().measure().toSeconds())
        .containsExactly(3L, 3L, 4L);
    assertThat(study.calibration().saturationTps()).isEqualTo(100);
  }

  @Test
  void assertionsOfListedStudiesAreAddedOnce() throws IOException {
    write("asserted", CALIBRATION + "assertions: [\"tps('fixed 4', 8) > 1\", a > 2]");

    Study study = load("{studies: [asserted, small], assertions: [a > 2]}");

    assertThat(study.assertions()).containsExactly("a > 2", "tps('fixed 4', 8) > 1");
    assertThat(
            PlainStudy.LOADER.parse("all", "resolved", ResolvedStudy.of(study).yaml(), List.of()))
        .isEqualTo(study);
  }

  @Test
  void invalidListsAreReportedWithTheirPlace() throws IOException {
    assertRejected("studies: [smal]", "all.yaml:1: studies.0: no study 'smal'");
    assertRejected(
        "studies: [small]\nload: {users: 4}", "all.yaml:2: load: not allowed beside studies");
    assertRejected("studies: [small, uncalibrated]", "all.yaml:1: studies: calibration differs");
    assertRejected("studies: [all]", "all.yaml:1: studies.0: 'all' lists studies itself");
    assertRejected("studies: []", "all.yaml:1: studies: ");
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> PlainStudy.LOADER.parse("s", "text", "studies: [small]", List.of()))
        .withMessageContaining("no study 'small'");
  }

  private void assertRejected(String yaml, String message) {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> load(yaml))
        .withMessageContaining(message)
        .matches(problem -> problem.getMessage().lines().count() == 1);
  }

  private Study load(String yaml) throws IOException {
    write("all", yaml);
    return PlainStudy.LOADER.load(folder.resolve("all.yaml"), List.of());
  }

  private void write(String name, String yaml) throws IOException {
    Files.writeString(folder.resolve(name + ".yaml"), yaml);
  }
}
