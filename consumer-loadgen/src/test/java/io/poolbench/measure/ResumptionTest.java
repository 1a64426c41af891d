package io.poolbench.measure;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.poolbench.Changed;
import io.poolbench.journal.CellEnvironment.ProviderHost;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Host;
import io.poolbench.journal.Journal;
import io.poolbench.journal.SampleSlices;
import io.poolbench.measure.Resumption.ResumptionException;
import io.poolbench.study.Study;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResumptionTest {
  private static final Study STUDY = SimulatedProviders.steps();
  private static final Host HOST = SampleSlices.HOST;

  private final Journal journal = Journal.inMemory();

  @BeforeEach
  void begin() throws IOException {
    journal.add(
        new Entry.Began(
            SampleSlices.START,
            Resumption.digest(STUDY),
            "1.0 build a",
            HOST,
            Map.of("order.jar", "5d41")));
  }

  private static void require(Study now, Study begun, Journal journal) throws ResumptionException {
    resumption(now, "1.0 build a", "5d41").require(begun, journal, HOST);
  }

  private static Resumption resumption(Study now, String poolbench, String program) {
    return new Resumption(now, poolbench, Optional.empty(), Map.of("order.jar", program));
  }

  private void assertRefused(Study now, Study begun, String why) {
    assertThatExceptionOfType(ResumptionException.class)
        .isThrownBy(() -> require(now, begun, journal))
        .withMessage("cannot resume: " + why);
  }

  @Test
  void aRunOfTheSameStudyOnTheSameHostIsResumed() {
    assertThatCode(() -> require(STUDY, STUDY, journal)).doesNotThrowAnyException();
  }

  @Test
  void aJournalWithoutARowIsOneOfAnyRun() {
    assertThatCode(() -> require(STUDY, STUDY, Journal.inMemory())).doesNotThrowAnyException();
  }

  /** They do not change what is measured. */
  @Test
  void titleAndAssertionsMayDiffer() {
    Study now = Changed.with(STUDY, "title", "another", "assertions", List.of("tps > 1"));

    assertThatCode(() -> require(now, STUDY, journal)).doesNotThrowAnyException();
  }

  @Test
  void aStudyWithOtherSettingsIsRefusedWithTheFirstDifference() {
    Study now = SimulatedProviders.steps("redis: {records: 7}");

    assertRefused(now, STUDY, "redis.records of 'a' differs (was 10000, is 7)");
  }

  /** A study has the name of its file, which is another one in the folder of a run. */
  @Test
  void namesMayDiffer() {
    Study stored = Changed.with(STUDY, "name", "study");

    assertThatCode(() -> require(STUDY, stored, journal)).doesNotThrowAnyException();
  }

  /** The folder's study is not the one that the journal began with. */
  @Test
  void aStudyThatWasEditedSinceIsRefused() {
    Study edited = SimulatedProviders.steps("redis: {records: 7}");

    assertRefused(edited, edited, "study.yaml was changed since the run began");
  }

  @Test
  void anotherBuildOfTheSameVersionIsRefused() {
    assertThatExceptionOfType(ResumptionException.class)
        .isThrownBy(() -> resumption(STUDY, "1.0 build b", "5d41").require(STUDY, journal, HOST))
        .withMessage("cannot resume: poolbench differs (was 1.0 build a, is 1.0 build b)");
  }

  @Test
  void aTargetThatWasBuiltAnewIsRefused() {
    assertThatExceptionOfType(ResumptionException.class)
        .isThrownBy(() -> resumption(STUDY, "1.0 build a", "93a1").require(STUDY, journal, HOST))
        .withMessage(
            "cannot resume: order.jar was built anew or changed (build was 5d41, is 93a1)");
  }

  @Test
  void anotherHostIsRefused() {
    Host other = Changed.with(HOST, "cpuModel", "EPYC");

    assertThatExceptionOfType(ResumptionException.class)
        .isThrownBy(() -> resumption(STUDY, "1.0 build a", "5d41").require(STUDY, journal, other))
        .withMessage("cannot resume: CPU model differs (was Xeon, is EPYC)");
  }

  @Test
  void anotherHostOfTheProvidersIsRefused() throws IOException {
    journal.add(
        Changed.with(
            SampleSlices.opened("a", 1),
            "environment.providerHost",
            new ProviderHost("ssh sut", HOST, 0.2)));

    assertRefused(STUDY, STUDY, "provider's host differs (was ssh sut, is the driver's)");
  }
}
