package io.poolbench.doctor;

import static io.poolbench.doctor.Finding.Grade.GOOD;
import static io.poolbench.doctor.Finding.Grade.LIMITS;
import static io.poolbench.doctor.Finding.Grade.UNFIT;
import static io.poolbench.doctor.Readings.quiet;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.spec.Validity;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DiagnosisTest {
  @Test
  void aQuietHostIsGoodForAll() {
    var diagnosis = diagnosis(quiet().taken());

    assertThat(diagnosis.findings()).extracting(Finding::grade).containsOnly(GOOD);
    assertThat(diagnosis.fit()).isTrue();
    assertThat(diagnosis.summary())
        .containsExactly(
            "This host can measure: response times from 0.07 ms, send delays of open loops from"
                + " 0.19 ms, and CPU time per call.");
  }

  @ParameterizedTest
  @MethodSource
  void whatIsNotAsItShouldBeIsSaidWithWhatItLimits(
      Readings readings, String subject, Finding.Grade grade, String text) {
    var diagnosis = diagnosis(readings.taken());

    var told = diagnosis.findings().stream().filter(f -> f.grade() != GOOD).toList();
    assertThat(told).extracting(Finding::subject).containsExactly(subject);
    assertThat(told.get(0).grade()).isEqualTo(grade);
    assertThat(plain(told.get(0))).contains(text);
    assertThat(diagnosis.fit()).isEqualTo(grade != UNFIT);
    assertThat(String.join(" ", diagnosis.summary())).contains(subject);
  }

  static Stream<Arguments> whatIsNotAsItShouldBeIsSaidWithWhatItLimits() {
    return Stream.of(
        row(quiet().timer(1_000, 30), "clock", LIMITS, "below 0.01 ms are told to within more"),
        row(quiet().timer(20, 2_400), "clock", LIMITS, "below 0.02 ms are told to within more"),
        row(
            quiet().restfulTp99(1.2),
            "wake-ups",
            LIMITS,
            "Open loops send 1.20 ms late (TP99) even at rest; beyond 1 ms a step is INVALID"),
        row(quiet().roundTrip(0.7, 0.8), "empty call", LIMITS, "only services that take much"),
        row(
            quiet().roundTrip(0.07, 3.5),
            "empty call",
            LIMITS,
            "Every hundredth response holds 3.50 ms of the host's own"),
        row(quiet().noPinning(), "CPU pinning", LIMITS, "disturb each other"),
        row(
            quiet().coupled(38, "0"),
            "hyper-threads",
            LIMITS,
            "38.0 % slower while the driver's are busy; by the kernel CPU 0 shares a core"),
        row(
            quiet().coupled(38, ""),
            "hyper-threads",
            LIMITS,
            "by the kernel they share no core The provider's CPU time per call rises with the"
                + " driver's load. A hypervisor may hide"),
        row(
            quiet().slowestCpuPct(79.9),
            "CPU speed",
            UNFIT,
            "the slowest CPU has 79.9 % of the fastest one's speed"),
        row(quiet().governor("powersave"), "CPU speed", LIMITS, "Set the governor to performance."),
        row(quiet().stealPct(5.02), "steal", UNFIT, "5.02 % while all CPUs were kept busy"),
        row(quiet().stealPct(null), "steal", LIMITS, "stays unseen"),
        row(quiet().otherPct(10.04), "other load", UNFIT, "other processes take 10.04 %"),
        row(quiet().otherPct(null), "other load", LIMITS, "stays unseen"),
        row(
            quiet().noRedis("no binary"),
            "Redis",
            LIMITS,
            "no binary Studies need a Redis of yours"),
        row(quiet().noDocker(), "Docker", LIMITS, "the embedded one serves"),
        row(quiet().jdks("11.0.2", "17.0.15"), "JDKs", LIMITS, "it takes JDK 21 or newer"),
        row(quiet().freeBytes(1L << 30), "memory", LIMITS, "take about 2.00 GiB"),
        row(quiet().openFiles(1_024L), "open files", LIMITS, "ulimit -n"));
  }

  @ParameterizedTest
  @MethodSource
  void whatLiesAtItsBoundIsGood(Readings readings) {
    assertThat(diagnosis(readings.taken()).findings())
        .extracting(Finding::grade)
        .containsOnly(GOOD);
  }

  static Stream<Readings> whatLiesAtItsBoundIsGood() {
    return Stream.of(
        quiet().timer(999, 999),
        quiet().restfulTp99(1),
        quiet().roundTrip(0.49, 1),
        quiet().slowestCpuPct(80),
        quiet().governor("performance"),
        quiet().coupled(5, "0"),
        quiet().stealPct(5.0),
        quiet().otherPct(10.0),
        quiet().jdks("17.0.15", "21"),
        quiet().openFiles(null));
  }

  @Test
  void aLittleDisturbanceIsGoodEnoughButSaid() {
    var diagnosis = diagnosis(quiet().stealPct(4.0).otherPct(8.0).taken());

    assertThat(diagnosis.findings()).extracting(Finding::grade).containsOnly(GOOD);
    assertThat(diagnosis.findings().stream().filter(f -> f.meaning().contains("repeat")))
        .extracting(Finding::subject)
        .containsExactly("steal", "other load");
  }

  @Test
  void onSharedCpusNothingIsSaidOfTheirCoupling() {
    var diagnosis = diagnosis(quiet().cpus("0", "0").taken());

    assertThat(diagnosis.findings().stream().filter(f -> f.grade() == LIMITS))
        .extracting(Finding::subject)
        .containsExactly("CPU pinning", "hyper-threads");
    assertThat(diagnosis.fit()).isTrue();
  }

  @Test
  void ofADisturbedHostTheSummaryPromisesNothing() {
    var diagnosis = diagnosis(quiet().otherPct(60.0).stealPct(9.0).noDocker().taken());

    assertThat(diagnosis.fit()).isFalse();
    assertThat(diagnosis.summary())
        .containsExactly(
            "This host is too disturbed to measure now: steal, other load.", "Limits: Docker.");
  }

  @Test
  void aHostThatCannotHoldASchedulePromisesNoOpenLoops() {
    assertThat(diagnosis(quiet().restfulTp99(4).taken()).summary().get(0))
        .isEqualTo(
            "This host can measure: response times from 0.07 ms, in closed loops only, and CPU time"
                + " per call.");
  }

  @Test
  void thePageFitsIntoATerminalAndKeepsFiguresWithTheirUnits() {
    List<String> lines = DiagnosisText.lines(diagnosis(quiet().noDocker().taken()));

    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    assertThat(String.join("\n", lines)).doesNotContain(String.valueOf(Finding.NO_BREAK));
    assertThat(lines)
        .startsWith(
            "Debian GNU/Linux 12, Linux 6.18.44",
            "AMD EPYC, CPUs 0-1, 24.0 GiB",
            "OpenJDK 64-Bit Server VM 17.0.15+6",
            "",
            "ok      clock          steps of 20 ns, 26 ns a reading (tsc)",
            "                         Latencies are told to the microsecond.",
            "ok      wake-ups       threads wake up from a sleep late by 0.10 ms (TP50), 0.19 ms (TP99),"
                + " 1.99 ms",
            "                       at most; while all CPUs are busy by 0.07 ms (TP50), 0.32 ms"
                + " (TP99), 4.54 ms",
            "                       at most")
        .contains(
            "limits  Docker         no engine answers",
            "                         Redis cannot run in a container; the embedded one serves.")
        .endsWith(
            "",
            "This host can measure: response times from 0.07 ms, send delays of open loops from 0.19 ms,"
                + " and CPU",
            "time per call.",
            "Limits: Docker.");
  }

  @Test
  void aWordThatIsLongerThanALineStaysWhole() {
    assertThat(DiagnosisText.wrapped("in /a/very/long/folder it is", 10))
        .containsExactly("in", "/a/very/long/folder", "it is");
  }

  private static Diagnosis diagnosis(HostReadings host) {
    return Diagnosis.of(host, new Validity(90, 10, 1, 1, 5, 10, 10, 20));
  }

  private static Arguments row(
      Readings readings, String subject, Finding.Grade grade, String text) {
    return Arguments.of(readings, subject, grade, text);
  }

  private static String plain(Finding finding) {
    return (finding.measured() + " " + finding.meaning()).replace(Finding.NO_BREAK, ' ');
  }
}
