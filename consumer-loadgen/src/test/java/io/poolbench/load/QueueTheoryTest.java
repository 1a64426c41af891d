package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Theory against theory: the queues that are computed have to agree with those in closed form. */
class QueueTheoryTest {
  /** M/D/1: 1 - (1 - rho) e^(lambda t), for t below the service time (Erlang 1909). */
  @ParameterizedTest(name = "beyond {0}")
  @ValueSource(doubles = {0, 0.1, 0.9})
  void theShareThatWaitsForOneServerIsErlangs(double t) {
    assertThat(QueueTheory.deterministicWaitBeyond(t, 1, 0.8, 1))
        .isCloseTo(1 - 0.2 * Math.exp(0.8 * t), offset(1e-9));
  }

  /**
   * Crommelin's series for the mean wait (1934): the sum over i of P(N >= ic) - c/a P(N > ic),
   * where N is Poisson of mean ia.
   */
  @ParameterizedTest(name = "{0} servers, rho {1}")
  @CsvSource({"1, 0.7", "2, 0.5", "4, 0.8", "8, 0.9"})
  void theWaitForSeveralServersIsCrommelins(int servers, double rho) {
    double offered = rho * servers;
    double wait = 0;
    double term = 1;
    for (int i = 1; term > 1e-12; i++) {
      PoissonDistribution arrived = PoissonDistribution.of(i * offered);
      term =
          arrived.survivalProbability(i * servers - 1)
              - arrived.survivalProbability(i * servers) / rho;
      wait += term;
    }
    assertThat(QueueTheory.deterministicMeanWait(servers, offered, 1))
        .isCloseTo(wait, offset(1e-7));
  }
}
