package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.api.AddedLatency;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.redis.RedisKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StudyLoaderTest {
  @Test
  void everySettingIsReadIntoItsRecord() {
    Study study =
        PlainStudy.parse(
            """
            title: All of it
            repetitions: 3
            provider:
              threadpool: cached
              threads: 24
              corethreads: 20
              queues: 7
              alive: 90s
              ioThreads: 3
              dispatcher: all
              executorManagement: isolation
              fidelity: stock
              limit: {executes: 9, method: empty}
              jvm: {release: 21, options: [-Xmx2g]}
              bind: any
              port: 20880
              work: {cpuIterations: 5000000000, garbage: 16KiB, bursts: 3, threadLocal: 1KiB}
              scheduling: batch
            redis:
              kind: external
              uri: redis://:secret@host:6379/1
              records: 77
              connections: 8
              latency: {mean: 2ms, deviation: 500us}
            network: {latency: 1ms}
            driver: {client: wire, method: empty, connections: 4, timeout: 3s, decodeOneIn: 9}
            cpus: {provider: 0-3, driver: 4}
            load: {users: [1, 4, 8], thinkTime: 5ms, warmup: 1s, settle: 200ms, measure: 1.5s}
            validity: {lag: 1500us}
            sla: {tp99: 10ms, availability: 99.9%, tps: 5000}
            """);

    Cell cell = study.cells().get(0);
    assertThat(study.title()).isEqualTo("All of it");
    assertThat(study.repetitions()).isEqualTo(new Repetitions(3));
    assertThat(cell.provider())
        .hasToString(
            "DubboSettings[pool="
                + new PoolConfig(PoolType.CACHED, 20, 24, 7, 90_000)
                + ", protocol=DUBBO, ioThreads=3, dispatcher=ALL, executorManagement=ISOLATION,"
                + " work=ServiceWork[cpuIterations=5000000000, garbageBytes=16384, bursts=3,"
                + " threadLocalBytes=1024],"
                + " process=ProcessSettings[jvm=Jvm[release=21, options=[-Xmx2g]],"
                + " scheduling=BATCH, bindHost=0.0.0.0, port=20880], fidelity=STOCK,"
                + " limit=CallLimit[kind=EXECUTES, calls=9, method=empty]]");
    assertThat(cell.redis())
        .isEqualTo(
            new RedisSettings(
                RedisKind.EXTERNAL,
                "redis://:secret@host:6379/1",
                77,
                8,
                new AddedLatency(2000, 500)));
    assertThat(cell.network().latency()).isEqualTo(new AddedLatency(1_000, 0));
    assertThat(cell.driver())
        .isEqualTo(new DriverSettings("wire", ServiceMethod.EMPTY, 4, 3000, 9));
    assertThat(cell.cpus()).isEqualTo(new CpuSets("0-3", "4"));
    assertThat(cell.load())
        .isEqualTo(
            new LoadSchedule(
                new Workload.Closed(5_000, 100_000),
                List.of(1, 4, 8),
                Duration.ofSeconds(1),
                Duration.ofMillis(200),
                Duration.ofMillis(1500)));
    assertThat(cell.standards().validity()).isEqualTo(new Validity(Duration.ofNanos(1_500_000)));
    assertThat(cell.sla().bounds())
        .containsExactly(
            new Sla.Bound("tps", 5000),
            new Sla.Bound("tp99", 10),
            new Sla.Bound("availability_pct", 99.9));
  }

  static List<StudyExample> resolved() {
    return StudyExample.all("resolved-settings.txt");
  }

  @ParameterizedTest
  @MethodSource("resolved")
  void aStudyIsResolvedToItsSettings(StudyExample example) {
    Study study =
        PlainStudy.LOADER.parse("study", "study.yaml", example.yaml(), example.overrides());

    String resolved =
        Arrays.stream(example.result().split("; "))
            .map(setting -> setting.substring(0, setting.indexOf(": ")))
            .map(path -> path + ": " + value(study, path))
            .collect(Collectors.joining("; "));
    assertThat(resolved).isEqualTo(example.result());
  }

  /** The setting of the whole study, or else of each cell. */
  private static String value(Study study, String path) {
    String ofWhole = CellSettings.texts(CellSettings.tree(study.settings())).get(path);
    return ofWhole != null
        ? ofWhole
        : study.cells().stream()
            .map(cell -> path.equals("name") ? cell.name() : value(cell, path))
            .collect(Collectors.joining(" / "));
  }

  private static String value(Cell cell, String path) {
    JsonNode tree = CellSettings.tree(cell.settings());
    if (path.equals("sla")) {
      return CellSettings.texts(tree.get(path)).entrySet().stream()
          .map(bound -> bound.getKey() + " " + bound.getValue())
          .collect(Collectors.joining(", "));
    }
    String value = CellSettings.texts(tree).getOrDefault(path, "none");
    return value.isEmpty() ? "''" : value;
  }

  @Test
  void namesCutAtTheirMaximumLengthAreNumbered() {
    String option = "-Dio.netty.allocator.type=" + "y".repeat(98);
    Study study =
        PlainStudy.parse(
            "cells: [{provider: {jvm: {options: [%s1]}}}, {provider: {jvm: {options: [%s2]}}}]"
                .formatted(option, option));

    assertThat(study.cells()).extracting(Cell::name).doesNotHaveDuplicates();
    assertThat(study.cells().get(1).name()).endsWith("... #2");
  }
}
