package io.poolbench.report;

import static io.poolbench.report.HostCheckResult.Grade.GOOD;
import static io.poolbench.report.HostCheckResult.Grade.LIMITS;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.lab.ControlGroups.CpuQuota;
import io.poolbench.lab.HostMeasurements.Quantiles;
import io.poolbench.lab.HostMeasurements.TimerFacts;
import io.poolbench.spec.Validity;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DoctorReportTest {
  /** One row per rule: the change that breaks it, the subject, the broken limit. */
  @ParameterizedTest
  @MethodSource
  void aBrokenLimitIsGraded(Consumer<QuietHost> change, String subject, String reported) {
    var report = report(change);

    assertThat(report.results().stream().filter(result -> result.grade() != GOOD))
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.subject()).isEqualTo(subject);
              assertThat(result.grade()).isEqualTo(LIMITS);
              assertThat(plain(result)).contains(reported);
            });
    assertThat(String.join(" ", report.summary())).contains(subject);
  }

  static Stream<Arguments> aBrokenLimitIsGraded() {
    return Stream.of(
        row(h -> h.timer = new TimerFacts(1_000, 30), "clock", "below 0.01 ms"),
        row(h -> h.timer = new TimerFacts(20, 2_400), "clock", "below 0.02 ms"),
        row(h -> h.idleWakeUps = tp99(0.1, 1.2), "wake-ups", "1.20 ms late (TP99)"),
        row(h -> h.pinning = false, "CPU pinning", "taskset"),
        row(h -> h.quota = quota(199), "CPU quota", "1.99 CPUs (199 ms in 100 ms)"),
        row(h -> h.siblings = "0", "hyper-threads", "CPU 0 shares a core"),
        row(h -> h.slowestCpuPct = 79.9, "CPU speed", "79.9 %"),
        row(h -> h.governor = Optional.of("powersave"), "CPU speed", "powersave"),
        row(h -> h.stealPct = 2.0, "steal", "2.0 %"),
        row(h -> h.stealPct = null, "steal", "unknown"),
        row(h -> h.otherPct = 10.04, "other load", "10.0 %"),
        row(h -> h.otherPct = null, "other load", "unknown"),
        row(h -> h.redisWorks = false, "Redis", "redis.uri"),
        row(h -> h.docker = Optional.empty(), "Docker", "no engine answers"),
        row(h -> h.jdks = List.of("11.0.2", "17.0.15"), "JDKs", "JDK 21"),
        row(h -> h.availableBytes = 1L << 30, "memory", "2.00 GiB"),
        row(h -> h.openFiles = 1_024L, "open files", "ulimit -n"));
  }

  @ParameterizedTest
  @MethodSource
  void aValueAtItsLimitIsGood(Consumer<QuietHost> change) {
    assertThat(report(change).results()).extracting(HostCheckResult::grade).containsOnly(GOOD);
  }

  static Stream<Consumer<QuietHost>> aValueAtItsLimitIsGood() {
    return Stream.of(
        h -> {},
        h -> h.timer = new TimerFacts(999, 999),
        h -> h.idleWakeUps = tp99(0.1, 1),
        h -> h.slowestCpuPct = 80,
        h -> h.governor = Optional.of("performance"),
        h -> h.quota = quota(200),
        h -> h.stealPct = 1.99,
        h -> h.otherPct = 1.99,
        h -> h.jdks = List.of("17.0.15", "21"),
        h -> h.openFiles = null);
  }

  @Test
  void sharedCpusAreALimit() {
    var report = report(h -> h.cpus = QuietHost.plan("0", "0"));

    assertThat(report.results().stream().filter(result -> result.grade() == LIMITS))
        .extracting(HostCheckResult::subject)
        .containsExactly("CPU pinning");
  }

  /** Intervals are wider there; nothing is refused. */
  @Test
  void aDisturbedHostMeasuresToo() {
    var report =
        report(
            h -> {
              h.otherPct = 60.0;
              h.stealPct = 9.0;
            });

    assertThat(report.summary().get(0)).startsWith("This host can measure");
    assertThat(report.summary().get(1)).isEqualTo("Limits: steal, other load.");
  }

  @Test
  void aHostWithLateWakeUpsMeasuresClosedLoopsOnly() {
    assertThat(report(h -> h.idleWakeUps = tp99(0.1, 4)).summary().get(0))
        .contains("closed loops only");
  }

  @Test
  void theTextFitsATerminalAndKeepsValuesWithTheirUnits() {
    String values = "a value of a host that is measured: 0.10\u00a0ms; ".repeat(3).trim();
    DoctorReport report =
        new DoctorReport(
            List.of("Debian GNU/Linux 12"),
            List.of(
                new HostCheckResult("clock", GOOD, values, "Latencies are resolved to 1 us."),
                new HostCheckResult("Docker", LIMITS, "no engine\u001b answers", "None.")),
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

  private static DoctorReport report(Consumer<QuietHost> change) {
    QuietHost host = new QuietHost();
    change.accept(host);
    return DoctorReport.of(host.measured(), new Validity(90, 10, 1, 1, 25));
  }

  private static Optional<CpuQuota> quota(long millis) {
    return Optional.of(new CpuQuota(1000 * millis, 100_000));
  }

  private static Quantiles tp99(double tp50Millis, double tp99Millis) {
    return new Quantiles(tp50Millis, tp99Millis, 20);
  }

  private static Arguments row(Consumer<QuietHost> change, String subject, String reported) {
    return Arguments.of(change, subject, reported);
  }

  private static String plain(HostCheckResult result) {
    return (result.measured() + " " + result.meaning()).replace(HostCheckResult.NO_BREAK, ' ');
  }
}
