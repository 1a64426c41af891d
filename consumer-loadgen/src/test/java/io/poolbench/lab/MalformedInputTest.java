package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Mutated;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.Ready;
import io.poolbench.lab.Lines.Message;
import io.poolbench.load.NanoClock;
import io.poolbench.result.HistogramText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.HdrHistogram.Histogram;

/**
 * What a provider, its agent or a side sends is read, or is an error that its caller reports in one
 * line. jqwik prints the seed of a failure.
 */
class MalformedInputTest {
  private static final String METRICS =
      """
      # HELP a_total words
      a_total 3.0
      b_total{generation="young",x="a b"} 2.0 1700000000000
      poolbench_pool_threads 20
      """;
  private static final String HISTOGRAMS =
      "queue_wait_nanos " + histogram() + "\nredis_nanos " + histogram();
  private static final String READY =
      new Ready(
              7,
              "Dubbo 3.3.6",
              List.of(
                  new Ready.Endpoint(
                      20880, 9090, new EffectivePool("Pool", 1, 2, 60_000L, "Queue", 10))))
          .toLine();
  private static final String MESSAGE =
      "{\"id\":7,\"object\":\"Host1\",\"method\":\"read\",\"body\":[1,{\"a\":null}],"
          + "\"failure\":{\"code\":\"lab_failed\",\"setting\":null,\"problem\":\"x\",\"logTail\":[]}}";

  private static String histogram() {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(1_000_000);
    return HistogramText.encode(histogram);
  }

  @Example
  void theInputsAreValidBeforeTheyAreMutated() throws Exception {
    assertThat(ProviderCounters.values(METRICS.lines().toList())).hasSize(3);
    assertThat(ProviderCounters.histograms(HISTOGRAMS.lines().toList())).hasSize(2);
    assertThat(ProviderOutput.ready(READY)).isPresent();
    assertThat(TargetReport.parse(TargetReportTest.TEXT).pools()).hasSize(2);
    assertThat(message(MESSAGE).failure().exception("side").getMessage()).isEqualTo("x");
  }

  @Property(tries = 1000)
  void metricLinesAreValuesOrAnIllegalArgument(@ForAll long seed) {
    try {
      Map<String, Double> values =
          ProviderCounters.values(Mutated.of(METRICS, seed).lines().toList());
      assertThat(values).doesNotContainKey("").doesNotContainValue(null);
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Property(tries = 1000)
  void histogramLinesCanBeDecodedLaterOrAreAnIllegalArgument(@ForAll long seed) {
    try {
      ProviderCounters.histograms(Mutated.of(HISTOGRAMS, seed).lines().toList())
          .values()
          .forEach(text -> assertThat(HistogramText.decode(text)).isNotNull());
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Property(tries = 1000)
  void aReadyLineIsAMessageOrAnyOtherLine(@ForAll long seed) {
    ProviderOutput.ready(Mutated.of(READY, seed))
        .ifPresent(ready -> assertThat(ready.endpoints()).isNotEmpty().doesNotContainNull());
  }

  @Property(tries = 1000)
  void anAgentsReportIsReadOrAnIllegalArgument(@ForAll long seed) {
    try {
      TargetReport report = TargetReport.parse(Mutated.of(TargetReportTest.TEXT, seed));
      assertThat(report.pools()).doesNotContainNull();
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Property(tries = 1000)
  void aSidesMessageIsReadOrAnIoException(@ForAll long seed) {
    try {
      Message message = message(Mutated.of(MESSAGE, seed));
      if (message != null && message.failure() != null) {
        assertThat(message.failure().logTail()).doesNotContainNull();
      }
    } catch (IOException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  private static Message message(String text) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(text.getBytes(UTF_8));
    return new Lines(in, new ByteArrayOutputStream(), NanoClock.system()).read();
  }
}
