package io.poolbench.published;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Changed;
import io.poolbench.published.AgreementValue.AgreementStatus;
import io.poolbench.published.TheoryValue.Reach;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Publication;
import io.poolbench.spec.Publication.PublishedSystem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which theory reaches a published value, and with which of them a measured one agrees. */
class TheoryAgreementTest {
  private static final StudyResult ONE_CPU = onOneCpu(PublishedStudy.asPublished().result());
  private static final TheoryAgreement THEORY = TheoryAgreement.of(ONE_CPU, Agreement.of(ONE_CPU));

  private static StudyResult onOneCpu(StudyResult result) {
    StudyResult changed = result;
    for (int i = 0; i < result.cells().size(); i++) {
      changed = Changed.with(changed, "cells." + i + ".environment.providerCpus", "2");
    }
    return changed;
  }

  private static TheoryValue tps(String table, String row) {
    return THEORY.values().stream()
        .filter(of -> of.row().table().equals(table) && of.row().name().equals(row))
        .filter(of -> of.column().column().equals("tps"))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The band is 10 %: theory for 4 CPUs and for one is 1 and 3 %, 8 and 11 %, 11 and 14 % below.
   */
  @Test
  void aPublishedValueIsReachedHereOnTheStudysSystemOnlyOrByNeither() {
    assertThat(tps("jsf-fixed", "threads 16").reach()).isEqualTo(Reach.HOST);
    assertThat(tps("jsf-fixed", "threads 25").reach()).isEqualTo(Reach.STUDY);
    assertThat(tps("jsf-fixed", "threads 24").reach()).isEqualTo(Reach.NONE);
  }

  /** The measured values are the published ones. */
  @Test
  void theMeasuredValueIsComparedWithEachTheory() {
    TheoryValue value = tps("jsf-fixed", "threads 25");
    assertThat(value.value().status()).isEqualTo(AgreementStatus.AGREES);
    assertThat(value.agrees(value.study())).isTrue();
    assertThat(value.agrees(value.host())).isFalse();
  }

  /** All measured levels are within the SLA, or even the lowest is not. */
  @ParameterizedTest
  @CsvSource({"32,", "0, 8"})
  void aCapacityOfWhichOneLimitIsKnownIsComparedWithNothingElse(double measured, Double high) {
    Theory theory = Theory.of(new PublishedSystem(4, 0.6, 2, 1, 0));
    Band band = new Band("users", new Publication.Band(List.of("capacity"), 2, 0));
    AgreementValue capacity =
        new AgreementValue(
            new PublishedColumn("max_users", null, band),
            11,
            measured,
            high == null ? null : new ValueInterval(measured, high),
            AgreementStatus.DEVIATES,
            "");
    var relative = TheoryValue.RelativeValue.of(capacity, theory, TheoryValue.Units.of(theory));

    assertThat(new TheoryValue(null, capacity, 40.0, 6.0, relative).agrees(6.0)).isNull();
    assertThat(relative.agreement()).isEqualTo(AgreementStatus.MISSING);
  }

  @Test
  void withoutKnownCpusOfTheProviderThereIsNoTheoryForTheHost() {
    CellResult cell = Changed.with(ONE_CPU.cells().get(1), "environment.providerCpus", "");
    StudyResult unknown = Changed.with(ONE_CPU, "cells", List.of(cell));
    TheoryAgreement theory = TheoryAgreement.of(unknown, Agreement.of(unknown));
    assertThat(theory.host()).isNull();
    assertThat(theory.values()).isNotEmpty().allMatch(of -> of.reach() == Reach.UNKNOWN);
  }
}
