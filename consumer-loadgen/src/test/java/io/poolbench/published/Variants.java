package io.poolbench.published;

import io.poolbench.published.PublishedStudy.Point;
import io.poolbench.result.Metric;
import io.poolbench.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random changes of the published study, the same ones for the same seed. */
final class Variants {
  private Variants() {}

  /** Points left out, INVALID, repeated, with other values and other verdicts. */
  static PublishedStudy of(long seed) {
    Random random = new Random(seed);
    // Rare changes leave most findings decided, frequent ones most undecided.
    double often = 0.2 * random.nextDouble();
    List<Point> points = new ArrayList<>();
    for (Point published : PublishedStudy.asPublished().points()) {
      Point point = published;
      if (random.nextDouble() < often) {
        point = point.scaled(Metric.TPS, 0.8 + 0.4 * random.nextDouble());
      }
      if (random.nextDouble() < often) {
        point = point.scaled(Metric.PROVIDER_CPU, 0.8 + 0.3 * random.nextDouble());
      }
      if (random.nextDouble() < often) {
        point = point.scaled(Metric.TP99, 0.5 + 1.5 * random.nextDouble());
      }
      if (random.nextDouble() < often) {
        point = point.scaled(Metric.TP50, 0.3 + 2 * random.nextDouble());
      }
      if (random.nextDouble() < often / 2) {
        point = point.with(Metric.REJECTED, random.nextInt(200));
      }
      if (random.nextDouble() < often / 2) {
        boolean passed = point.verdict() == Verdict.Kind.PASS;
        point = point.verdict(passed ? Verdict.Kind.FAIL : Verdict.Kind.PASS);
      }
      if (random.nextDouble() < often / 2) {
        point = point.verdict(Verdict.Kind.INVALID);
      }
      if (random.nextDouble() < often / 2) {
        points.add(point.scaled(Metric.TPS, 0.9 + 0.2 * random.nextDouble()));
      }
      if (random.nextDouble() >= often / 2) {
        points.add(point);
      }
    }
    return new PublishedStudy(points);
  }
}
