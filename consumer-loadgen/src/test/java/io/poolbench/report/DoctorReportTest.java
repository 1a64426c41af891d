package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.lab.ControlGroups.CpuQuota;
import io.poolbench.lab.CpuList;
import io.poolbench.lab.CpuPlan;
import io.poolbench.lab.HostMeasurements;
import io.poolbench.lab.HostMeasurements.Quantiles;
import io.poolbench.lab.HostMeasurements.TimerFacts;
import io.poolbench.lab.Jdks;
import io.poolbench.result.Host;
import io.poolbench.spec.Validity;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DoctorReportTest {
  private static final HostMeasurements QUIET =
      new HostMeasurements(
          new Host("Debian 12", "Linux 6.18.44", "AMD EPYC", "0-1", 24L << 30, "OpenJDK 17", ""),
          new CpuPlan(CpuList.parse("0"), CpuList.parse("1")),
          true,
          Optional.empty(),
          new TimerFacts(20, 26.4),
          Optional.of("tsc"),
          new Quantiles(0.1, 0.19, 1.99),
          99,
          Optional.empty(),
          new CpuList(List.of()),
          0.3,
          1.04,
          new HostMeasurements.RedisStart(true, "Redis 7.0.15 at 127.0.0.1:38715"),
          Optional.of("28.2.2"),
          jdks("17.0.15", "25.0.3"),
          22L << 30,
          20_000L);

  /** One row per rule: the change that breaks it, the subject, the broken limit. */
  @ParameterizedTest
  @MethodSource
  void aBrokenLimitIsGraded(String what, Object measured, String subject, String reported) {
    var report = report(what, measured);

    assertThat(report.results().stream().filter(HostCheckResult::limits))
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.subject()).isEqualTo(subject);
              assertThat(result.measured() + " " + result.meaning()).contains(reported);
            });
    assertThat(String.join(" ", report.summary())).contains(subject);
  }

  static Stream<Arguments> aBrokenLimitIsGraded() {
    return Stream.of(
        Arguments.of("timer", new TimerFacts(1_000, 30), "clock", "below 0.01 ms"),
        Arguments.of("timer", new TimerFacts(20, 2_400), "clock", "below 0.02 ms"),
        Arguments.of("idleWakeUps", tp99(0.1, 1.2), "wake-ups", "1.20 ms late (TP99)"),
        Arguments.of("pinning", false, "CPU pinning", "taskset"),
        Arguments.of("cpus.driver", CpuList.parse("0"), "CPU pinning", "compete for CPUs"),
        Arguments.of("quota", quota(199), "CPU quota", "1.99 CPUs (199 ms in 100 ms)"),
        Arguments.of("siblings", CpuList.parse("0"), "hyper-threads", "CPU 0 shares a core"),
        Arguments.of("slowestCpuPct", 79.9, "CPU speed", "79.9 %"),
        Arguments.of("governor", Optional.of("powersave"), "CPU speed", "powersave"),
        Arguments.of("stealPct", 2.0, "steal", "2.0 %"),
        Arguments.of("stealPct", null, "steal", "unknown"),
        Arguments.of("otherPct", 10.04, "other load", "10.0 %"),
        Arguments.of("otherPct", null, "other load", "unknown"),
        Arguments.of("redis.works", false, "Redis", "redis.uri"),
        Arguments.of("docker", Optional.empty(), "Docker", "no engine answers"),
        Arguments.of("jdks", jdks("11.0.2", "17.0.15"), "JDKs", "JDK 21"),
        Arguments.of("availableBytes", 1L << 30, "memory", "2.00 GiB"),
        Arguments.of("openFiles", 1_024L, "open files", "ulimit -n"));
  }

  @ParameterizedTest
  @MethodSource
  void aValueAtItsLimitIsGood(String what, Object measured) {
    assertThat(report(what, measured).results()).noneMatch(HostCheckResult::limits);
  }

  static Stream<Arguments> aValueAtItsLimitIsGood() {
    return Stream.of(
        Arguments.of("timer", new TimerFacts(999, 999)),
        Arguments.of("idleWakeUps", tp99(0.1, 1)),
        Arguments.of("slowestCpuPct", 80.0),
        Arguments.of("governor", Optional.of("performance")),
        Arguments.of("quota", quota(200)),
        Arguments.of("stealPct", 1.99),
        Arguments.of("otherPct", 1.99),
        Arguments.of("jdks", jdks("17.0.15", "21")),
        Arguments.of("openFiles", null));
  }

  /** Intervals are wider there; nothing is refused. */
  @Test
  void aDisturbedHostMeasuresToo() {
    var report = report("otherPct", 60.0, "stealPct", 9.0);

    assertThat(report.summary().get(0)).startsWith("This host can measure");
    assertThat(report.summary().get(1)).isEqualTo("Limits: steal, other load.");
  }

  @Test
  void aHostWithLateWakeUpsMeasuresClosedLoopsOnly() {
    assertThat(report("idleWakeUps", tp99(0.1, 4)).summary().get(0)).contains("closed loops only");
  }

  @Test
  void theTextFitsATerminal() {
    String values = "a value of a host that is measured: 0.10 ms; ".repeat(3).trim();
    DoctorReport report =
        new DoctorReport(
            List.of("Debian GNU/Linux 12"),
            List.of(
                new HostCheckResult("clock", false, values, "Latencies are resolved to 1 us."),
                new HostCheckResult("Docker", true, "no engine\u001b answers", "None.")),
            List.of("Limits: Docker."));

    assertThat(report.lines())
        .containsExactly(
            "Debian GNU/Linux 12",
            "",
            "ok      clock          a value of a host that is measured: 0.10 ms; a value of a host"
                + " that is",
            "                       measured: 0.10 ms; a value of a host that is measured: 0.10"
                + " ms;",
            "                         Latencies are resolved to 1 us.",
            "limits  Docker         no engine\ufffd answers",
            "                         None.",
            "",
            "Limits: Docker.");
  }

  private static DoctorReport report(String what, Object measured, Object... more) {
    return DoctorReport.of(
        Changed.with(QUIET, what, measured, more), new Validity(90, 10, 1, 1, 25));
  }

  private static List<Jdks.Jdk> jdks(String... versions) {
    return Stream.of(versions).map(of -> new Jdks.Jdk(Path.of("/jdk-" + of), of)).toList();
  }

  private static Optional<CpuQuota> quota(long millis) {
    return Optional.of(new CpuQuota(1000 * millis, 100_000));
  }

  private static Quantiles tp99(double tp50Millis, double tp99Millis) {
    return new Quantiles(tp50Millis, tp99Millis, 20);
  }
}
