package io.poolbench.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.inference.OneWayAnova;

/**
 * The change of TPS within a slice, and its statistical significance. Of several slices, the most
 * significant drift counts.
 *
 * <p>Computed by a one-way analysis of variance of the TPS of batches, grouped into parts of four
 * consecutive batches. The variance within parts is the noise, so a short slice with few calls does
 * not appear unstable. Each slice is tested separately, because slices may be minutes apart, and
 * one that drifted can be measured again.
 *
 * @param pct standard deviation of the parts' TPS beyond the noise, in percent of the mean; 0 if
 *     the noise explains all of it
 * @param significance the p-value of the difference
 * @see <a href="https://doi.org/10.2307/3001853">Crump, The Estimation of Variance Components in
 *     Analysis of Variance</a>
 */
public record Drift(double pct, double significance) {
  private static final int BATCHES_PER_PART = 4;
  private static final int MIN_PARTS = 2;

  /** The drift of a level; empty if every slice has too few batches or calls. */
  public static Optional<Drift> of(Level level) {
    return level.slices().stream()
        .map(slice -> of(parts(slice)))
        .flatMap(Optional::stream)
        .min(Comparator.comparingDouble(Drift::significance).thenComparing(drift -> -drift.pct));
  }

  private static Optional<Drift> of(List<double[]> parts) {
    if (parts.size() < MIN_PARTS) {
      return Optional.empty();
    }
    OneWayAnova.Result result = OneWayAnova.withDefaults().test(parts);
    double beyondNoise = (result.getMSBG() - result.getMSWG()) / BATCHES_PER_PART;
    return Double.isNaN(result.getPValue())
        ? Optional.empty()
        : Optional.of(new Drift(100 * Math.sqrt(Math.max(0, beyondNoise)), result.getPValue()));
  }

  /** Each part's TPS relative to the slice's mean; empty without a call. */
  private static List<double[]> parts(Slice slice) {
    double[] tps =
        slice.batches().stream()
            .mapToDouble(batch -> batch.calls().ok() / batch.span().seconds())
            .toArray();
    double mean = Arrays.stream(tps).average().orElse(0);
    if (mean == 0) {
      return List.of();
    }
    double[] relative = Arrays.stream(tps).map(each -> each / mean).toArray();
    List<double[]> parts = new ArrayList<>();
    for (int from = 0; from + BATCHES_PER_PART <= relative.length; from += BATCHES_PER_PART) {
      parts.add(Arrays.copyOfRange(relative, from, from + BATCHES_PER_PART));
    }
    return parts;
  }
}
