package io.poolbench.generator;

import io.poolbench.measure.Interval;
import io.poolbench.measure.LatencyRecorder;
import io.poolbench.measure.Ledger;
import io.poolbench.measure.PendingCalls;
import io.poolbench.result.HistogramText;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * An interval in a message: histograms in HdrHistogram's V2 encoding, base64, those without a value
 * as empty texts.
 *
 * @param service {@value #SAME} where it is the same as {@code response}
 * @param pendingNanos ages of the calls that had not ended
 */
record IntervalText(
    String response,
    String service,
    String sendDelay,
    String lag,
    long rejected,
    long timeout,
    long error,
    long failedNanos,
    long thinkNanos,
    long backoffNanos,
    long unsent,
    long late,
    long due,
    long growth,
    long carriedNanos,
    long endNanos,
    long endDue,
    long endBacklog,
    long endUnfinishedNanos,
    List<Long> pendingNanos,
    List<IntervalText> groups) {
  private static final String SAME = "=";

  static IntervalText of(Interval interval) {
    Ledger end = interval.end();
    return new IntervalText(
        text(interval.response()),
        interval.service().equals(interval.response()) ? SAME : text(interval.service()),
        text(interval.sendDelay()),
        text(interval.lag()),
        interval.rejected(),
        interval.timeout(),
        interval.error(),
        interval.failedNanos(),
        interval.thinkNanos(),
        interval.backoffNanos(),
        interval.unsent(),
        interval.late(),
        interval.due(),
        interval.growth(),
        interval.carriedNanos(),
        end.nanos(),
        end.due(),
        end.backlog(),
        end.unfinishedNanos(),
        end.pending().agesNanos().boxed().toList(),
        interval.groups().stream().map(IntervalText::of).toList());
  }

  private static String text(Histogram histogram) {
    return histogram.getTotalCount() == 0 ? "" : HistogramText.encode(histogram);
  }

  private static Histogram histogram(String text) {
    return text.isEmpty() ? LatencyRecorder.none() : HistogramText.decode(text);
  }

  Interval interval() {
    Histogram responses = histogram(response);
    return new Interval(
        responses,
        service.equals(SAME) ? responses : histogram(service),
        histogram(sendDelay),
        histogram(lag),
        rejected,
        timeout,
        error,
        failedNanos,
        thinkNanos,
        backoffNanos,
        unsent,
        late,
        due,
        growth,
        carriedNanos,
        new Ledger(
            endNanos,
            endDue,
            endBacklog,
            PendingCalls.of(pendingNanos.stream().mapToLong(age -> age)),
            endUnfinishedNanos),
        groups.stream().map(IntervalText::interval).toList());
  }
}
