package io.poolbench.judge;

import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.spec.Sla;
import java.util.stream.Collectors;

/** An SLA as text: {@code TP99 < 10 ms, availability >= 99.9 %}. */
public final class SlaText {
  private SlaText() {}

  public static String of(Sla sla) {
    return sla.bounds().stream().map(SlaText::of).collect(Collectors.joining(", "));
  }

  public static String of(Sla.Bound bound) {
    Metric metric = SlaEvaluator.metric(bound);
    String limit = FigureText.exact(bound.limit());
    return (metric.title() + " " + metric.relation() + " " + limit + " " + metric.unit().symbol())
        .strip();
  }
}
